// SPDX-License-Identifier: MIT
// The playhead: where it stands, how fast it runs, what happens at the end.
import { locate } from "./sampling";

export const speeds = [0.1, 0.25, 0.5, 1, 2];

export class Player {
    time: number;
    playing = false;
    speed = 1;
    loop = true;
    private lastTick: number | null = null;

    /** changed() is called after every change of any field above. */
    constructor(
        readonly times: Float64Array,
        private readonly changed: () => void,
    ) {
        this.time = times[0];
    }

    get start(): number {
        return this.times[0];
    }

    get end(): number {
        return this.times[this.times.length - 1];
    }

    get frame(): number {
        return locate(this.times, this.time).nearest;
    }

    setTime(time: number): void {
        this.time = Math.min(this.end, Math.max(this.start, time));
        this.changed();
    }

    setFrame(frame: number): void {
        this.setTime(this.times[Math.min(this.times.length - 1, Math.max(0, Math.round(frame)))]);
    }

    /** Stepping is for looking closely, so it stops the clip. */
    step(frames: number): void {
        this.pause();
        this.setFrame(this.frame + frames);
    }

    play(): void {
        if (this.time >= this.end) this.time = this.start;
        this.playing = true;
        this.lastTick = null;
        this.changed();
    }

    pause(): void {
        this.playing = false;
        this.changed();
    }

    toggle(): void {
        if (this.playing) this.pause();
        else this.play();
    }

    setSpeed(speed: number): void {
        this.speed = speed;
        this.changed();
    }

    /** One notch faster (+1) or slower (−1). */
    shiftSpeed(notches: number): void {
        const at = speeds.indexOf(this.speed) + notches;
        this.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, at))]);
    }

    setLoop(loop: boolean): void {
        this.loop = loop;
        this.changed();
    }

    /** Forgets when the last picture was drawn, so that time spent in a hidden tab does not count. */
    rest(): void {
        this.lastTick = null;
    }

    /** Advances by the wall-clock time since the last call. */
    tick(now: number): void {
        if (!this.playing) return;
        const elapsed = this.lastTick === null ? 0 : (now - this.lastTick) / 1000;
        this.lastTick = now;
        const next = this.time + elapsed * this.speed;
        const length = this.end - this.start;
        if (next < this.end) this.setTime(next);
        else if (this.loop && length > 0) this.setTime(this.start + ((next - this.start) % length));
        else {
            this.time = this.end;
            this.pause();
        }
    }
}
