// SPDX-License-Identifier: MIT
// A small motion.json made from formulas: ann walks 2.5 m, bob turns and hops, a crate is tipped over.
//   node tests/example_motion.mjs > motion.json

const rate = 60;
const duration = 5;
const gravity = 9.81;

const add = (a, b) => a.map((v, i) => v + b[i]);
const scale = (a, s) => a.map((v) => v * s);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const smooth = (u) => u * u * (3 - 2 * u);
const clamp01 = (u) => Math.min(1, Math.max(0, u));

export function rotate([w, x, y, z], v) {
    const t = scale(cross([x, y, z], v), 2);
    return add(add(v, scale(t, w)), cross([x, y, z], t));
}

function about(axis, angle) {
    const s = Math.sin(angle / 2) / Math.hypot(...axis);
    return [Math.cos(angle / 2), ...scale(axis, s)];
}

const pitch = (angle) => about([0, 1, 0], angle);

// --- ann ------------------------------------------------------------------------------------------

const thigh = 0.44;
const shin = 0.43;
const ankleHeight = 0.08;
const hipHeight = 0.93;
const stride = 0.625; // 4 steps of one foot or the other bring 2.5 m
const stepTime = 0.9;
const firstStep = 0.6;

/** How far the n-th step of a side has got: whole steps done, and progress of the current one. */
function stepState(t, phase) {
    const u = (t - firstStep) / stepTime - phase;
    const done = Math.floor(u / 2 + 1e-9);
    const inStep = u - 2 * done;
    return { done, swing: inStep < 1 ? clamp01(inStep) : 1, inSwing: done >= 0 && inStep < 1 };
}

function foot(t, phase) {
    const { done, swing, inSwing } = stepState(t, phase);
    const first = phase === 0 ? stride : 2 * stride; // where this side's first step ends
    const place = (n) => (n < 0 ? 0 : Math.min(2.5, first + 2 * stride * n));
    const from = done < 0 ? 0 : place(done - 1);
    const to = done < 0 ? 0 : place(done);
    const moving = inSwing && to > from;
    const s = moving ? smooth(swing) : 1;
    const x = from + (to - from) * s;
    const lift = moving ? 0.11 * Math.sin(Math.PI * s) : 0;
    return { x, lift, planted: !moving };
}

const annBodies = [
    ["pelvis", -1, [0, 0, 0], { from: [0, -0.07, 0], to: [0, 0.07, 0], radius: 0.105 }, 11],
    ["chest", 0, [0, 0, 0.12], { from: [0, 0, 0.06], to: [0, 0, 0.3], radius: 0.13 }, 22],
    ["neck", 1, [0, 0, 0.42], { from: [0, 0, 0], to: [0, 0, 0.06], radius: 0.05 }, 1],
    ["head", 2, [0, 0, 0.1], { from: [0.01, 0, 0.07], to: [0.02, 0, 0.12], radius: 0.095 }, 4.5],
    ...["left", "right"].flatMap((side, i) => {
        const y = i === 0 ? 1 : -1;
        const arm = 4 + 6 * i;
        return [
            [`${side}_upper_arm`, 1, [0, 0.19 * y, 0.34], { from: [0, 0, 0], to: [0, 0, -0.27], radius: 0.05 }, 2],
            [`${side}_lower_arm`, arm, [0, 0, -0.29], { from: [0, 0, 0], to: [0, 0, -0.22], radius: 0.04 }, 1.2],
            [`${side}_hand`, arm + 1, [0, 0, -0.25], { from: [0, 0, -0.03], to: [0, 0, -0.1], radius: 0.035 }, 0.4],
            [`${side}_thigh`, 0, [0, 0.1 * y, -0.02], { from: [0, 0, 0], to: [0, 0, -thigh], radius: 0.07 }, 8],
            [`${side}_shin`, arm + 3, [0, 0, -thigh], { from: [0, 0, 0], to: [0, 0, -shin + 0.02], radius: 0.05 }, 3.5],
            [`${side}_foot`, arm + 4, [0, 0, -shin], { from: [-0.04, 0, -0.035], to: [0.14, 0, -0.04], radius: 0.04 }, 1],
        ];
    }),
].map(([name, parent, offset, capsule, mass]) => ({ name, parent, offset, capsule, mass }));

/** Pitch of every body and the place of the pelvis at a time. */
function annPose(t) {
    const feet = [foot(t, 0), foot(t, 1)];
    const middle = (feet[0].x + feet[1].x) / 2;
    const dip = 0.02 * Math.abs(feet[0].x - feet[1].x);
    const pelvis = [middle, 0.025 * Math.sin((Math.PI * (t - firstStep)) / stepTime), hipHeight + 0.02 - dip];
    const pitches = { pelvis: 0, chest: 0.04, neck: 0, head: -0.02 };
    feet.forEach(({ x, lift }, i) => {
        const side = ["left", "right"][i];
        const dx = x - pelvis[0];
        const dz = ankleHeight + lift - (pelvis[2] - 0.02);
        const reach = Math.min(Math.hypot(dx, dz), thigh + shin - 1e-6);
        const straight = Math.atan2(-dx, -dz); // pitch of a leg that points at the ankle
        const bend = Math.acos((thigh ** 2 + reach ** 2 - shin ** 2) / (2 * thigh * reach));
        const knee = Math.PI - Math.acos((thigh ** 2 + shin ** 2 - reach ** 2) / (2 * thigh * shin));
        pitches[`${side}_thigh`] = straight - bend;
        pitches[`${side}_shin`] = straight - bend + knee;
        pitches[`${side}_foot`] = 0.9 * lift;
        const swing = 0.9 * (x - pelvis[0]);
        pitches[`${side}_upper_arm`] = swing + 0.05;
        pitches[`${side}_lower_arm`] = swing - 0.3;
        pitches[`${side}_hand`] = swing - 0.35;
    });
    return { pelvis, pitches, feet };
}

function annFrame(t) {
    const { pelvis, pitches } = annPose(t);
    const positions = [];
    const rotations = [];
    annBodies.forEach((body, i) => {
        rotations[i] = pitch(pitches[body.name]);
        const parent = body.parent;
        positions[i] = parent < 0 ? pelvis : add(positions[parent], rotate(rotations[parent], body.offset));
    });
    return { positions, rotations };
}

function annContacts(times, frames) {
    const weight = gravity * annBodies.reduce((sum, body) => sum + body.mass, 0);
    return ["left", "right"].map((side, i) => {
        const index = annBodies.findIndex((body) => body.name === `${side}_foot`);
        const center = [0.05, 0, -0.08];
        const load = times.map((t) => {
            const { feet } = annPose(t);
            if (!feet[i].planted) return 0;
            return feet[1 - i].planted ? 0.5 : 1;
        });
        // Weight moves over within a tenth of a second, as far as the foot is planted.
        const soft = load.map((value, k) => {
            if (value === 0) return 0;
            const window = load.slice(Math.max(0, k - 5), k + 6);
            return window.reduce((a, b) => a + b, 0) / window.length;
        });
        return {
            name: `${side}_foot`,
            body: index,
            center,
            normal: [0, 0, 1],
            half_size: [0.12, 0.045],
            friction: 0.8,
            grip: false,
            activation: soft.map((value) => (value > 0 ? 1 : 0)),
            with: soft.map((value) => (value > 0 ? "ground" : null)),
            force: soft.map((value, k) => {
                const lean = frames[k].positions[0][0] - frames[k].positions[index][0];
                return [0.35 * value * weight * lean, 0, value * weight];
            }),
            point: frames.map(({ positions, rotations }) => {
                const p = add(positions[index], rotate(rotations[index], center));
                return [p[0], p[1], 0];
            }),
            torsion: soft.map(() => 0),
        };
    });
}

// --- bob and the crate ----------------------------------------------------------------------------

function bobFrame(t) {
    const height = 0.55 + 0.18 * Math.abs(Math.sin(2 * t));
    const turn = about([0.2, 0.1, 1], 1.3 * t);
    const trunk = [1.1 + 0.2 * Math.cos(t), 1.3, height];
    const tail = add(trunk, rotate(turn, [-0.25, 0, 0]));
    return { positions: [trunk, tail], rotations: [turn, about([0, 1, 0.3], 2 * t)] };
}

function bob(times) {
    const frames = times.map(bobFrame);
    const on = times.map((t) => Math.abs(Math.sin(2 * t)) < 0.15);
    return {
        name: "bob",
        bodies: [
            body("trunk", -1, 12, [{ sphere: { center: [0, 0, 0], radius: 0.22 } }]),
            body("left_tail", 0, 3, [{ capsule: { from: [0, 0, 0], to: [-0.3, 0, 0.1], radius: 0.06 } }]),
        ],
        positions: frames.map((frame) => frame.positions),
        rotations: frames.map((frame) => frame.rotations),
        joints: { names: [], values: times.map(() => []), torques: null },
        contacts: [
            {
                name: "belly",
                body: 0,
                center: [0, 0, -0.22],
                normal: [0, 0, 1],
                half_size: [0.08, 0.08],
                friction: 0.6,
                grip: false,
                activation: on.map((touch) => (touch ? 0.8 : 0.1)),
                with: on.map((touch) => (touch ? "ground" : null)),
                force: on.map((touch) => (touch ? [10, -15, 260] : [0, 0, 0])),
                point: frames.map(({ positions }) => [positions[0][0], positions[0][1], 0]),
                torsion: on.map(() => 0),
            },
        ],
    };
}

function crate(times) {
    const angle = times.map((t) => (Math.PI / 2) * smooth(clamp01((t - 1) / 1.5)));
    const half = 0.2;
    // Tips over its lower +y edge, which stays where it is.
    const positions = angle.map((a) => {
        const q = about([1, 0, 0], -a);
        return add([2.3, 1.2, 0], rotate(q, [0, -half, half]));
    });
    return {
        name: "crate",
        mass: 10,
        com: [0, 0, 0],
        inertia: [0.3, 0.3, 0.3, 0, 0, 0],
        shapes: [{ box: { center: [0, 0, 0], rotation: [1, 0, 0, 0], half_size: [half, half, half] } }],
        positions,
        rotations: angle.map((a) => about([1, 0, 0], -a)),
        contacts: [
            {
                name: "base",
                body: 0,
                center: [0, 0, -half],
                normal: [0, 0, 1],
                half_size: [half, half],
                friction: 0.7,
                grip: false,
                activation: angle.map((a) => (a < 0.01 ? 1 : 0)),
                with: angle.map((a) => (a < 0.01 ? "ground" : null)),
                force: angle.map((a) => (a < 0.01 ? [0, 0, 98.1] : [0, 0, 0])),
                point: positions.map((p) => [p[0], p[1], 0]),
                torsion: angle.map(() => 0),
            },
        ],
    };
}

function body(name, parent, mass, shapes) {
    return { name, parent, mass, com: [0, 0, 0], inertia: [0.1, 0.1, 0.1, 0, 0, 0], shapes };
}

function ann(times) {
    const frames = times.map(annFrame);
    return {
        name: "ann",
        bodies: annBodies.map(({ name, parent, mass, capsule }) => ({
            ...body(name, parent, mass, [{ capsule: { ...capsule } }]),
            com: scale(add(capsule.from, capsule.to), 0.5),
        })),
        positions: frames.map((frame) => frame.positions),
        rotations: frames.map((frame) => frame.rotations),
        joints: { names: [], values: times.map(() => []), torques: null },
        contacts: annContacts(times, frames),
    };
}

export function exampleMotion() {
    const times = Array.from({ length: rate * duration + 1 }, (_, k) => k / rate);
    return {
        format: "gambol/motion",
        version: 1,
        name: "walk-and-hop",
        method: "cio",
        mass_model: "Every body carries its own mass.",
        gravity: [0, 0, -gravity],
        times,
        surfaces: [
            { name: "ground", shape: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } }, friction: 0.8 },
            {
                name: "step",
                shape: { box: { center: [3.2, 0.9, 0.15], rotation: about([0, 0, 1], 0.3), half_size: [0.3, 0.5, 0.15] } },
                friction: 0.8,
            },
        ],
        characters: [ann(times), bob(times)],
        props: [crate(times)],
        cloth: [],
        markers: [{ name: "ann: position", position: [2.5, 0, 0] }],
    };
}

if (process.argv[1]?.endsWith("example_motion.mjs")) process.stdout.write(JSON.stringify(exampleMotion()));
