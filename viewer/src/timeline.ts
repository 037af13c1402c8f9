// SPDX-License-Identifier: MIT
// Ruler, contact chart and playhead: one time axis, dragged anywhere to scrub.
import type { Color } from "three";
import type { Actor, Contact, Motion } from "./motion";
import { actorColour } from "./palette";
import type { Player } from "./player";
import { Plots } from "./plots";
import { loadedShare, locate, normalForce, totalForce } from "./sampling";

interface Row {
    actor: Actor;
    contact: Contact;
    colour: Color;
    load: Float64Array; // normal force, of a grip all force, / weight of the owner, per sample
    used: boolean; // ever loaded or meant to be in contact
    top: number;
    height: number;
}

const rowHeight = 22;
const unusedHeight = 13; // patches that never touch anything leave the room to the others
const rowGap = 3;
const meant = 0.5; // a contact variable above this says the method wants the contact
const rulerHeight = 26;
const labelInset = 9; // leaves the first label readable beside the playhead

function element<T extends HTMLElement>(id: string): T {
    return document.getElementById(id) as T;
}

/** 1, 2 or 5 times a power of ten, not below the given step. */
function niceStep(least: number): number {
    const power = 10 ** Math.floor(Math.log10(least));
    return power * ([1, 2, 5, 10].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10);
}

function makeRows(motion: Motion): Row[] {
    const seen = { character: 0, prop: 0 };
    let top = 0;
    return motion.actors.flatMap((actor) => {
        const number = seen[actor.kind]++;
        return actor.contacts.map((contact) => {
            const force = (k: number) => (contact.grip ? totalForce(contact, k) : normalForce(actor, contact, k));
            const load = Float64Array.from(motion.times, (_, k) => force(k) / (actor.weight || 1));
            const used = load.some((share) => share > loadedShare) || contact.activation.some((c) => c > meant);
            const height = used ? rowHeight : unusedHeight;
            const row = { actor, contact, colour: actorColour(actor, number, contact.name), load, used, top, height };
            top += height + rowGap;
            return row;
        });
    });
}

export class Timeline {
    private readonly ruler = element<HTMLCanvasElement>("ruler");
    private readonly chart = element<HTMLCanvasElement>("chart");
    private readonly labels = element<HTMLElement>("chart-labels");
    private readonly playhead = element<HTMLElement>("playhead");
    private readonly frame = element<HTMLElement>("timeline");
    private readonly tip = element<HTMLElement>("tip");
    private rows: Row[] = [];
    private fullLoad = 1; // share of the weight that fills a row
    private width = 1;
    private left = 0;
    readonly plots: Plots;

    constructor(private player: Player) {
        this.plots = new Plots(() => this.draw(), (canvas) => this.scrubOn(canvas));
        for (const canvas of [this.ruler, this.chart]) this.scrubOn(canvas);
        this.chart.addEventListener("pointermove", (event) => this.hover(event));
        this.chart.addEventListener("pointerleave", () => (this.tip.hidden = true));
        new ResizeObserver(() => this.draw()).observe(this.frame);
    }

    load(motion: Motion, player: Player): void {
        this.player = player;
        this.rows = makeRows(motion);
        const most = Math.max(0, ...this.rows.map((row) => row.load.reduce((a, b) => Math.max(a, b), 0)));
        this.fullLoad = Math.max(0.5, Math.ceil(most * 2 - 1e-9) / 2);
        this.writeLabels(motion);
        this.plots.load(motion);
        this.draw();
    }

    private writeLabels(motion: Motion): void {
        const several = new Set(this.rows.map((row) => row.actor)).size > 1;
        this.labels.replaceChildren(
            ...this.rows.map((row) => {
                const label = document.createElement("div");
                label.style.height = `${row.height}px`;
                label.classList.toggle("unused", !row.used);
                label.style.marginBottom = `${rowGap}px`;
                label.title = `${row.actor.name}: ${row.contact.name}`;
                if (several) label.append(span("of", row.actor.name));
                const swatch = span("swatch", "");
                swatch.style.background = `#${row.colour.getHexString()}`;
                label.append(span("", row.contact.name.replaceAll("_", " ")), swatch);
                return label;
            }),
        );
        const scale = element("chart-scale");
        scale.textContent = this.rows.length > 0 ? `full row = ${this.fullLoad} \u00d7 weight` : "";
        this.chart.hidden = this.rows.length === 0;
        this.ruler.setAttribute("aria-valuemin", motion.times[0].toFixed(3));
        this.ruler.setAttribute("aria-valuemax", motion.times[motion.times.length - 1].toFixed(3));
    }

    private get span(): number {
        return this.player.end - this.player.start || 1;
    }

    private xOf(time: number): number {
        return ((time - this.player.start) / this.span) * this.width;
    }

    private timeAt(clientX: number): number {
        const box = this.ruler.getBoundingClientRect();
        return this.player.start + ((clientX - box.left) / box.width) * this.span;
    }

    /** While the pointer drags, the clip holds; it runs on afterwards if it ran before. */
    private scrubOn(canvas: HTMLCanvasElement): void {
        let ranBefore = false;
        const seek = (event: PointerEvent) => this.player.setTime(this.timeAt(event.clientX));
        canvas.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            canvas.setPointerCapture(event.pointerId);
            ranBefore = this.player.playing;
            this.player.pause();
            seek(event);
        });
        canvas.addEventListener("pointermove", (event) => {
            if (canvas.hasPointerCapture(event.pointerId)) seek(event);
        });
        const release = () => {
            if (ranBefore) this.player.play();
            ranBefore = false;
        };
        canvas.addEventListener("pointerup", release);
        canvas.addEventListener("pointercancel", release);
    }

    private hover(event: PointerEvent): void {
        const box = this.chart.getBoundingClientRect();
        const y = event.clientY - box.top;
        const row = this.rows.find(({ top, height }) => y >= top && y < top + height + rowGap);
        this.tip.hidden = !row;
        if (!row) return;
        const time = Math.min(this.player.end, Math.max(this.player.start, this.timeAt(event.clientX)));
        const k = locate(this.player.times, time).nearest;
        const along = row.load[k] * row.actor.weight;
        const across = Math.sqrt(Math.max(0, totalForce(row.contact, k) ** 2 - along ** 2));
        const title = document.createElement("b");
        title.textContent = `${row.actor.name}: ${row.contact.name.replaceAll("_", " ")}`;
        const touching = row.contact.with[k];
        const lines = [
            `${this.player.times[k].toFixed(3)} s, frame ${k}`,
            `${row.contact.grip ? "grip" : "normal"} ${along.toFixed(0)} N = ${row.load[k].toFixed(2)} \u00d7 weight`,
            `tangential ${across.toFixed(0)} N`,
            `activation ${row.contact.activation[k].toFixed(2)}, ${touching === null ? "touches nothing" : `on ${touching}`}`,
        ];
        this.tip.replaceChildren(title, ...lines.flatMap((line) => [document.createTextNode(line), document.createElement("br")]));
        const { offsetWidth: width, offsetHeight: height } = this.tip;
        this.tip.style.left = `${Math.min(event.clientX + 14, window.innerWidth - width - 8)}px`;
        this.tip.style.top = `${Math.max(8, event.clientY - height - 12)}px`;
    }

    /** Everything that does not move with the playhead. */
    draw(): void {
        const height = this.rows.reduce((most, row) => Math.max(most, row.top + row.height), 1);
        this.chart.style.height = `${height}px`;
        // The chart may carry a scroll bar; the ruler above takes the same width.
        this.ruler.style.marginRight = "0";
        const bar = this.chart.hidden
            ? 0
            : this.ruler.getBoundingClientRect().right - this.chart.getBoundingClientRect().right;
        this.ruler.style.marginRight = `${Math.max(0, bar)}px`;
        const box = this.ruler.getBoundingClientRect();
        this.width = box.width;
        this.left = box.left - this.frame.getBoundingClientRect().left;
        const colour = getComputedStyle(document.documentElement);
        this.drawRuler(sized(this.ruler, this.width, rulerHeight), colour);
        if (!this.chart.hidden) this.drawChart(sized(this.chart, this.width, height), colour);
        this.plots.draw(
            this.width,
            Float64Array.from(this.player.times, (time) => this.xOf(time)),
            (canvas, plotHeight) => sized(canvas, this.width, plotHeight),
        );
        this.update();
    }

    private drawRuler(context: CanvasRenderingContext2D, colour: CSSStyleDeclaration): void {
        const major = niceStep((this.span * 70) / this.width);
        const minor = major / 5;
        context.font = `11px ${colour.getPropertyValue("font-family") || "system-ui, sans-serif"}`;
        context.textBaseline = "top";
        const first = Math.ceil(this.player.start / minor - 1e-6);
        for (let i = first; i * minor <= this.player.end + 1e-9; i++) {
            const x = Math.min(this.width - 1, Math.round(this.xOf(i * minor)));
            const labelled = i % 5 === 0;
            context.fillStyle = colour.getPropertyValue(labelled ? "--soft" : "--line");
            context.fillRect(x, labelled ? 16 : 20, 1, rulerHeight);
            if (!labelled) continue;
            const text = `${+(i * minor).toFixed(3)} s`;
            const width = context.measureText(text).width;
            context.fillText(text, Math.min(this.width - width, Math.max(labelInset, x - width / 2)), 3);
        }
    }

    private drawChart(context: CanvasRenderingContext2D, colour: CSSStyleDeclaration): void {
        const { times } = this.player;
        const xs = Float64Array.from(times, (time) => this.xOf(time));
        const line = colour.getPropertyValue("--line");
        for (const row of this.rows) {
            const base = row.top + row.height;
            const hex = `#${row.colour.getHexString()}`;
            // How much the method meant the contact to be there: a pale band behind the force.
            context.fillStyle = hex;
            for (let k = 0; k < times.length; k++) {
                const half = [xs[Math.max(0, k - 1)], xs[Math.min(times.length - 1, k + 1)]].map((x) => (x + xs[k]) / 2);
                context.globalAlpha = 0.2 * Math.min(1, Math.max(0, row.contact.activation[k]));
                if (context.globalAlpha > 0.01) context.fillRect(half[0], row.top, half[1] - half[0], row.height);
            }
            context.globalAlpha = 1;
            context.beginPath();
            context.moveTo(xs[0], base);
            for (let k = 0; k < times.length; k++) {
                const share = Math.min(1, Math.max(0, row.load[k] / this.fullLoad));
                context.lineTo(xs[k], base - share * row.height);
            }
            context.lineTo(xs[times.length - 1], base);
            context.fill();
            context.fillStyle = line;
            context.fillRect(0, base, this.width, 1);
            context.fillStyle = colour.getPropertyValue("--text");
            context.font = "10px system-ui, sans-serif";
            context.textBaseline = "bottom";
            for (const { from, to, partner } of stretches(row)) {
                const width = context.measureText(partner).width;
                if (width + 8 < xs[to] - xs[from]) context.fillText(partner, xs[from] + 4, base - 1);
            }
        }
    }

    /** Moves the playhead to where the player stands. */
    update(): void {
        this.playhead.style.transform = `translateX(${this.left + this.xOf(this.player.time)}px)`;
        this.plots.update(locate(this.player.times, this.player.time).nearest);
        this.ruler.setAttribute("aria-valuenow", this.player.time.toFixed(3));
        this.ruler.setAttribute("aria-valuetext", `${this.player.time.toFixed(2)} seconds`);
    }
}

/** Whom a patch touched, from sample to sample; nothing to say where it never carries load. */
function stretches(row: Row): { from: number; to: number; partner: string }[] {
    const found: { from: number; to: number; partner: string }[] = [];
    row.load.forEach((share, k) => {
        const partner = row.contact.with[k];
        const last = found[found.length - 1];
        if (share <= loadedShare || partner === null) return;
        if (last && last.to === k - 1 && last.partner === partner) last.to = k;
        else found.push({ from: k, to: k, partner });
    });
    return found;
}

function span(className: string, text: string): HTMLSpanElement {
    const made = document.createElement("span");
    made.className = className;
    made.textContent = text;
    return made;
}

/** The canvas at the resolution of the screen, cleared, ready to draw in CSS pixels. */
function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    const context = canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    return context;
}
