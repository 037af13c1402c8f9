// SPDX-License-Identifier: MIT
// The whole clip in one picture: poses at even times as ghosts, and paths of centre of mass and patches.
import { BufferGeometry, Color, Group, Line, LineBasicMaterial, Quaternion, Vector3 } from "three";
import { ActorView } from "./actor_view";
import type { Actor } from "./motion";
import { actorColour, colours } from "./palette";
import { atSample, bodyPose, centreOfMass, locate } from "./sampling";
import type { MeshFiles } from "./shapes";

/** Ghosts stand this far apart, further in long clips: more than a dozen hide each other. */
const ghostSpacing = 0.5;
const mostGhosts = 12;

function path(points: Vector3[], colour: Color | string, opacity: number): Line {
    const material = new LineBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false });
    return new Line(new BufferGeometry().setFromPoints(points), material);
}

function samplePath(samples: number, at: (sample: number) => Vector3): Vector3[] {
    return Array.from({ length: samples }, (_, sample) => at(sample));
}

export function makeTrail(actor: Actor, number: number, times: Float64Array, files: MeshFiles): Group {
    const group = new Group();
    const rotation = new Quaternion();
    const massPath = samplePath(times.length, (k) => centreOfMass(actor, atSample(k), new Vector3()));
    group.add(path(massPath, colours.mass, 0.9));
    for (const contact of actor.contacts) {
        const points = samplePath(times.length, (k) => {
            const position = new Vector3();
            bodyPose(actor, contact.body, atSample(k), position, rotation);
            return new Vector3(...contact.center).applyQuaternion(rotation).add(position);
        });
        group.add(path(points, actorColour(actor, number, contact.name), 0.8));
    }
    const length = times[times.length - 1] - times[0];
    const count = Math.min(mostGhosts, Math.max(1, Math.floor(length / ghostSpacing)));
    for (let i = 0; i <= count; i++) {
        const ghost = new ActorView(actor, number, files, "ghost");
        ghost.pose(locate(times, times[0] + (length * i) / count));
        group.add(ghost.group);
    }
    return group;
}
