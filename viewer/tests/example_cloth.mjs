// SPDX-License-Identifier: MIT
// A sheet that waves over a ball, written as view_meshes_json() in src/gambol/io/view_meshes.cpp does.

export const sheetSide = 17; // vertices along each side
const rate = 60;
const samples = 61;

/** z = 0.6 + 0.08 sin(2π (x − t)): place and normal of a vertex. */
export function sheetVertex(index, time) {
    const x = (index % sheetSide) / (sheetSide - 1) - 0.5;
    const y = Math.floor(index / sheetSide) / (sheetSide - 1) - 0.5;
    const phase = 2 * Math.PI * (x - time);
    const slope = 2 * Math.PI * 0.08 * Math.cos(phase);
    const length = Math.hypot(slope, 1);
    return { position: [x, y, 0.6 + 0.08 * Math.sin(phase)], normal: [-slope / length, 0, 1 / length] };
}

const base64 = (array) => Buffer.from(array.buffer).toString("base64");

export function clothMotion() {
    const times = Array.from({ length: samples }, (_, k) => k / rate);
    const count = sheetSide ** 2;
    const triangles = [];
    for (let j = 0; j + 1 < sheetSide; j++)
        for (let i = 0; i + 1 < sheetSide; i++) {
            const v = j * sheetSide + i;
            triangles.push(v, v + 1, v + sheetSide + 1, v, v + sheetSide + 1, v + sheetSide);
        }
    const low = [-0.5, -0.5, 0.52];
    const size = [1, 1, 0.16];
    const positions = new Uint16Array(samples * count * 3);
    const rest = new Float32Array(count * 3);
    for (let i = 0; i < count; i++) rest.set([...sheetVertex(i, 0).position.slice(0, 2), 0], 3 * i);
    times.forEach((time, k) => {
        for (let i = 0; i < count; i++)
            sheetVertex(i, time).position.forEach((value, axis) => {
                positions[3 * (k * count + i) + axis] = Math.round((65535 * (value - low[axis])) / size[axis]);
            });
    });
    const ramp = {
        file: "ramp.obj",
        vertices: base64(Float32Array.from([0.6, -0.3, 0, 1.1, -0.3, 0, 0.85, 0.3, 0.3])),
        triangles: base64(Uint32Array.from([0, 1, 2])),
    };
    const cloth = {
        name: "sheet",
        triangles: base64(Uint32Array.from(triangles)),
        rest: base64(rest),
        times,
        low,
        size,
        positions: base64(positions),
    };
    const motion = {
        format: "gambol/motion",
        version: 1,
        name: "waving-sheet",
        method: "cloth",
        gravity: [0, 0, -9.81],
        times,
        surfaces: [
            { name: "ground", shape: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } }, friction: 0.5 },
            { name: "ramp", shape: { mesh: { file: "ramp.obj" } }, friction: 0.5 },
        ],
        characters: [],
        props: [
            {
                name: "ball",
                mass: 0,
                com: [0, 0, 0],
                inertia: [0, 0, 0, 0, 0, 0],
                shapes: [{ sphere: { center: [0, 0, 0], radius: 0.15 } }],
                positions: times.map((t) => [0.6 * t - 0.3, 0, 0.2]),
                rotations: times.map(() => [1, 0, 0, 0]),
            },
        ],
        cloth: [{ name: "sheet", mesh: "cloth.obj", cache: "cloth.pc2" }],
    };
    return { motion, meshes: { meshes: [ramp], cloth: [cloth] } };
}
