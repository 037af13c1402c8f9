// SPDX-License-Identifier: MIT
// Reading a motion at a moment: between samples positions run straight and rotations take the short arc.
import { Quaternion, Vector3 } from "three";
import type { Actor, Contact } from "./motion";

/** The samples around a moment: a at or before it, b after it, and how far it is from a to b. */
export interface Moment {
    a: number;
    b: number;
    blend: number;
    nearest: number;
}

export function locate(times: Float64Array, time: number): Moment {
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] <= time) low = middle;
        else high = middle - 1;
    }
    const b = Math.min(low + 1, times.length - 1);
    const span = times[b] - times[low];
    const blend = span > 0 ? Math.min(1, Math.max(0, (time - times[low]) / span)) : 0;
    return { a: low, b, blend, nearest: blend > 0.5 ? b : low };
}

const otherPosition = new Vector3();
const otherRotation = new Quaternion();

export function bodyPose(actor: Actor, body: number, at: Moment, position: Vector3, rotation: Quaternion): void {
    const read = (sample: number, p: Vector3, q: Quaternion) => {
        const i = sample * actor.bodies.length + body;
        const { positions, rotations } = actor;
        p.set(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
        q.set(rotations[4 * i + 1], rotations[4 * i + 2], rotations[4 * i + 3], rotations[4 * i]).normalize();
    };
    read(at.a, position, rotation);
    if (at.blend === 0) return;
    read(at.b, otherPosition, otherRotation);
    position.lerp(otherPosition, at.blend);
    rotation.slerp(otherRotation, at.blend);
}

const bodyPosition = new Vector3();
const bodyRotation = new Quaternion();
const bodyCom = new Vector3();

/** Mass-weighted mean of the bodies' centres of mass; the mean of their origins if none has mass. */
export function centreOfMass(actor: Actor, at: Moment, result: Vector3): Vector3 {
    result.set(0, 0, 0);
    let total = 0;
    actor.bodies.forEach((body, i) => {
        const mass = actor.mass > 0 ? body.mass : 1;
        if (mass === 0) return;
        bodyPose(actor, i, at, bodyPosition, bodyRotation);
        bodyCom.set(...body.com).applyQuaternion(bodyRotation).add(bodyPosition);
        result.addScaledVector(bodyCom, mass);
        total += mass;
    });
    return result.divideScalar(total);
}

/** The moment of exactly this sample. */
export function atSample(sample: number): Moment {
    return { a: sample, b: sample, blend: 0, nearest: sample };
}

/** Force on the owner along the patch normal, at a sample [N]. */
export function normalForce(actor: Actor, contact: Contact, sample: number): number {
    bodyPose(actor, contact.body, atSample(sample), bodyPosition, bodyRotation);
    const normal = bodyCom.set(...contact.normal).applyQuaternion(bodyRotation);
    const { force } = contact;
    return normal.x * force[3 * sample] + normal.y * force[3 * sample + 1] + normal.z * force[3 * sample + 2];
}

/** Length of the force at a sample [N]. */
export function totalForce(contact: Contact, sample: number): number {
    const { force } = contact;
    return Math.hypot(force[3 * sample], force[3 * sample + 1], force[3 * sample + 2]);
}

/** Below this share of the owner's weight a contact counts as unloaded. */
export const loadedShare = 0.01;
