// SPDX-License-Identifier: MIT
// A motion on the stage: its actors, the world around them, and the overlays that can be switched.
import { Box3, Group, Vector3 } from "three";
import { ActorView, actorBounds, ghostColour } from "./actor_view";
import { ClothView } from "./cloth";
import { World } from "./ground";
import type { Motion } from "./motion";
import { ForceOverlay, MassOverlay, PatchOverlay, SkeletonOverlay } from "./overlays";
import type { Theme } from "./palette";
import { atSample, centreOfMass, locate, type Moment } from "./sampling";
import { dispose, type MeshFiles } from "./shapes";
import { makeTrail } from "./trail";

export type Layer = "forces" | "patches" | "mass" | "trail" | "skeleton" | "strain";
export type Layers = Record<Layer, boolean>;

/** The heaviest actor's weight makes an arrow of this share of a character's size. */
const arrowShare = 0.42;
/** Poses looked at to find the space a clip fills. */
const boundSamples = 24;
/** The overlays are drawn for somebody of this size and scaled for others. */
const humanSize = 1.75;

/** Counts characters and props apart: each kind has its own colours. */
function kindNumbers(motion: Motion): number[] {
    const seen = { character: 0, prop: 0 };
    return motion.actors.map((actor) => seen[actor.kind]++);
}

export class MotionScene {
    readonly group = new Group();
    readonly actors: ActorView[];
    readonly sheets: ClothView[];
    readonly bounds = new Box3();
    readonly travel = new Vector3();
    private world: World;
    private readonly numbers: number[];
    private readonly patches: PatchOverlay[];
    private readonly forces: ForceOverlay[];
    private readonly masses: MassOverlay[];
    private readonly skeletons: SkeletonOverlay[];
    private trail: Group | null = null;

    constructor(
        readonly motion: Motion,
        theme: Theme,
        private readonly files: MeshFiles,
    ) {
        this.numbers = kindNumbers(motion);
        this.actors = motion.actors.map((actor, i) => new ActorView(actor, this.numbers[i], files));
        this.sheets = motion.sheets.map((sheet, i) => new ClothView(sheet, i));
        for (const view of this.sheets) this.group.add(view.mesh);
        const size = this.measure();
        this.world = this.makeWorld(theme);

        const scale = Math.min(3, Math.max(0.25, size / humanSize));
        const weights = motion.actors.map((actor) => actor.weight);
        const metresPerNewton = (arrowShare * size) / (Math.max(...weights, 0) || 1);
        const characters = this.actors.filter((view) => view.actor.kind === "character");
        this.patches = this.actors.map((view) => new PatchOverlay(view));
        this.forces = this.actors.map((view) => new ForceOverlay(view, metresPerNewton, scale));
        this.masses = characters.map((view) => new MassOverlay(view, (p) => this.world.below(p), scale));
        this.skeletons = characters.map((view) => new SkeletonOverlay(view, scale));
        for (const view of this.actors) this.group.add(view.group);
        for (const overlay of [...this.forces, ...this.masses, ...this.skeletons]) this.group.add(overlay.group);
        for (const skeleton of this.skeletons) skeleton.setColour(theme.skeleton);
    }

    /** Finds the space and the way of the clip; returns the size of the largest actor. */
    private measure(): number {
        const last = this.motion.times.length - 1;
        let size = 0;
        for (const view of this.actors) {
            for (let i = 0; i <= boundSamples; i++) {
                const box = actorBounds(view, atSample(Math.round((last * i) / boundSamples)));
                this.bounds.union(box);
                if (i === 0) size = Math.max(size, ...box.getSize(new Vector3()).toArray());
            }
        }
        for (const view of this.sheets) this.bounds.union(view.bounds());
        for (const marker of this.motion.markers) this.bounds.expandByPoint(new Vector3(...marker.position));
        if (this.bounds.isEmpty()) this.bounds.set(new Vector3(-1, -1, 0), new Vector3(1, 1, 1));
        this.focus(atSample(last), this.travel).sub(this.focus(atSample(0), new Vector3()));
        return size || 1;
    }

    private makeWorld(theme: Theme): World {
        const world = new World(this.motion, theme, this.files, this.bounds.min, this.bounds.max);
        this.group.add(world.group);
        return world;
    }

    /** What the camera follows: the first character, or whatever there is. */
    focus(at: Moment, result: Vector3): Vector3 {
        const first = this.motion.actors[0];
        if (first) return centreOfMass(first, at, result);
        return this.sheets.length > 0 ? this.bounds.getCenter(result) : result.set(0, 0, 0);
    }

    setTheme(theme: Theme): void {
        dispose(this.world.group);
        this.group.remove(this.world.group);
        this.world = this.makeWorld(theme);
        for (const skeleton of this.skeletons) skeleton.setColour(theme.skeleton);
    }

    setLayers(layers: Layers): void {
        for (const overlay of this.forces) overlay.group.visible = layers.forces;
        for (const overlay of this.masses) overlay.group.visible = layers.mass;
        for (const overlay of this.skeletons) overlay.group.visible = layers.skeleton;
        for (const overlay of this.patches) overlay.visible = layers.patches;
        for (const view of this.actors) view.setGlassy(layers.skeleton && view.actor.kind === "character");
        for (const view of this.sheets) view.setStrain(layers.strain);
        if (layers.trail && !this.trail) {
            this.trail = new Group();
            for (const [i, actor] of this.motion.actors.entries())
                this.trail.add(makeTrail(actor, this.numbers[i], this.motion.times, this.files));
            this.group.add(this.trail);
        }
        if (this.trail) this.trail.visible = layers.trail;
    }

    pose(at: Moment): void {
        for (const view of this.actors) view.pose(at);
        const { times } = this.motion;
        for (const view of this.sheets) view.pose(times[at.a] + at.blend * (times[at.b] - times[at.a]));
        for (const overlay of [...this.patches, ...this.forces, ...this.masses, ...this.skeletons]) overlay.update(at);
        this.group.updateMatrixWorld(true);
    }

    dispose(): void {
        dispose(this.group);
        this.group.removeFromParent();
    }
}

/** Another motion, see-through, at the same time as the one on show. */
export class GhostScene {
    readonly group = new Group();
    private readonly actors: ActorView[];

    constructor(
        readonly motion: Motion,
        files: MeshFiles,
    ) {
        this.actors = motion.actors.map((actor) => new ActorView(actor, 0, files, "ghost", ghostColour));
        for (const view of this.actors) this.group.add(view.group);
    }

    poseAt(time: number): void {
        const at = locate(this.motion.times, time);
        for (const view of this.actors) view.pose(at);
    }

    dispose(): void {
        dispose(this.group);
        this.group.removeFromParent();
    }
}
