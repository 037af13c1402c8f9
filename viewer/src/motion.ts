// SPDX-License-Identifier: MIT
// motion.json, version 1, read into flat arrays. Every mistake is reported with its place in the file.

import type { Sheet } from "./cloth";

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // w, x, y, z

export type Shape =
    | { kind: "plane"; point: Vec3; normal: Vec3 }
    | { kind: "box"; center: Vec3; rotation: Quat; halfSize: Vec3 }
    | { kind: "capsule"; from: Vec3; to: Vec3; radius: number }
    | { kind: "sphere"; center: Vec3; radius: number }
    | Heightfield
    | { kind: "mesh"; file: string; vertices: Vec3[]; triangles: Vec3[] }
    | { kind: "unknown"; name: string };

/** Solid below a smooth surface through a grid of heights. */
export interface Heightfield {
    kind: "heightfield";
    origin: [number, number]; // x, y of the first height
    cell: [number, number]; // m between neighbours along x, along y
    columns: number; // heights along x
    rows: number; // along y
    heights: Float64Array; // [row][column]
}

export interface Surface {
    name: string;
    shape: Shape;
}

export interface Body {
    name: string;
    parent: number; // index, or -1 for a root
    mass: number;
    com: Vec3; // body frame
    shapes: Shape[]; // body frame
}

/** A patch on a body and what passed through it; arrays have one entry (or three) per sample. */
export interface Contact {
    name: string;
    body: number;
    center: Vec3; // body frame, as normal
    normal: Vec3;
    halfSize: [number, number];
    grip: boolean; // may hold and pull
    activation: Float64Array;
    with: (string | null)[];
    force: Float64Array; // N, world, on the owner
    point: Float64Array; // m, world
}

/** Whatever moves: a character, or a prop, which is one body. */
export interface Actor {
    name: string;
    kind: "character" | "prop";
    bodies: Body[];
    positions: Float64Array; // [sample][body][3], world
    rotations: Float64Array; // [sample][body][4], w x y z
    contacts: Contact[];
    joints: Joints;
    mass: number;
    weight: number; // N
}

/** Joint angles and what drives them; empty where the file says nothing. */
export interface Joints {
    names: string[];
    values: Float64Array; // [sample][joint], rad
    torques: Float64Array | null; // [sample][joint], N m
}

export interface Marker {
    name: string;
    position: Vec3;
}

export interface Motion {
    name: string;
    method: string;
    massModel: string;
    times: Float64Array;
    surfaces: Surface[];
    actors: Actor[]; // characters first
    markers: Marker[];
    cloth: string[]; // names
    sheets: Sheet[]; // those of them whose vertices are here (cloth.ts)
    linked: string; // script beside the page that holds the others
}

export class MotionError extends Error {}

/** A value of the file together with its place in it, for messages. */
class Node {
    constructor(
        readonly value: unknown,
        readonly path: string,
    ) {}

    fail(what: string): never {
        throw new MotionError(`${this.path || "motion"}: ${what}`);
    }

    get missing(): boolean {
        return this.value === undefined || this.value === null;
    }

    get(key: string): Node {
        if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value))
            this.fail("is not an object");
        const path = this.path ? `${this.path}.${key}` : key;
        return new Node((this.value as Record<string, unknown>)[key], path);
    }

    list(length?: number): Node[] {
        const found = this.array(length);
        return found.map((value, i) => new Node(value, `${this.path}[${i}]`));
    }

    optionalList(): Node[] {
        return this.missing ? [] : this.list();
    }

    text(): string {
        if (typeof this.value !== "string") this.fail("is not a text");
        return this.value as string;
    }

    number(): number {
        if (typeof this.value !== "number" || !Number.isFinite(this.value)) this.fail("is not a number");
        return this.value as number;
    }

    numbers<T extends number[]>(length: T["length"]): T {
        return this.list(length).map((entry) => entry.number()) as T;
    }

    /** Numbers nested to the given sizes, in one flat array. */
    table(sizes: number[]): Float64Array {
        const flat = new Float64Array(sizes.reduce((a, b) => a * b, 1));
        let next = 0;
        const fill = (value: unknown, depth: number, path: () => string): void => {
            const here = () => new Node(value, path());
            if (depth === sizes.length) {
                flat[next++] = typeof value === "number" ? value : here().number();
                return;
            }
            here().array(sizes[depth]).forEach((entry, i) => fill(entry, depth + 1, () => `${path()}[${i}]`));
        };
        fill(this.value, 0, () => this.path);
        return flat;
    }

    private array(length?: number): unknown[] {
        if (!Array.isArray(this.value)) this.fail("is not a list");
        const found = this.value as unknown[];
        if (length !== undefined && found.length !== length)
            this.fail(`has ${found.length} entries, ${length} are needed`);
        return found;
    }
}

function readShape(node: Node): Shape {
    const kind = Object.keys((node.value as object) ?? {})[0];
    if (kind === undefined) node.fail("names no shape");
    const body = node.get(kind);
    switch (kind) {
        case "plane":
            return { kind, point: body.get("point").numbers<Vec3>(3), normal: body.get("normal").numbers<Vec3>(3) };
        case "box": {
            const rotation = body.get("rotation");
            return {
                kind,
                center: body.get("center").numbers<Vec3>(3),
                rotation: rotation.missing ? [1, 0, 0, 0] : rotation.numbers<Quat>(4),
                halfSize: body.get("half_size").numbers<Vec3>(3),
            };
        }
        case "capsule":
            return {
                kind,
                from: body.get("from").numbers<Vec3>(3),
                to: body.get("to").numbers<Vec3>(3),
                radius: body.get("radius").number(),
            };
        case "sphere":
            return { kind, center: body.get("center").numbers<Vec3>(3), radius: body.get("radius").number() };
        case "heightfield": {
            const rows = body.get("heights").list();
            const columns = rows.length > 0 ? rows[0].list().length : 0;
            if (rows.length < 2 || columns < 2) body.get("heights").fail("needs at least 2 rows of 2 heights");
            const cell = body.get("cell").numbers<[number, number]>(2);
            if (!(Math.min(...cell) > 0)) body.get("cell").fail("both lengths must be above 0");
            return {
                kind,
                origin: body.get("origin").numbers<[number, number]>(2),
                cell,
                columns,
                rows: rows.length,
                heights: body.get("heights").table([rows.length, columns]),
            };
        }
        case "mesh": {
            const file = body.get("file");
            return {
                kind,
                file: file.missing ? "" : file.text(),
                vertices: body.get("vertices").optionalList().map((v) => v.numbers<Vec3>(3)),
                triangles: body.get("triangles").optionalList().map((t) => t.numbers<Vec3>(3)),
            };
        }
        default:
            return { kind: "unknown", name: kind };
    }
}

function readContact(node: Node, samples: number, bodyCount: number): Contact {
    const body = node.get("body");
    const index = body.missing ? 0 : body.number();
    if (!(index >= 0 && index < bodyCount)) body.fail(`there is no body ${index}`);
    return {
        name: node.get("name").text(),
        body: index,
        center: node.get("center").numbers<Vec3>(3),
        normal: node.get("normal").numbers<Vec3>(3),
        halfSize: node.get("half_size").numbers<[number, number]>(2),
        grip: node.get("grip").value === true,
        activation: node.get("activation").table([samples]),
        with: node.get("with").list(samples).map((entry) => (entry.missing ? null : entry.text())),
        force: node.get("force").table([samples, 3]),
        point: node.get("point").table([samples, 3]),
    };
}

function readBody(node: Node, parent: number): Body {
    return {
        name: node.get("name").text(),
        parent,
        mass: node.get("mass").number(),
        com: node.get("com").numbers<Vec3>(3),
        shapes: node.get("shapes").optionalList().map(readShape),
    };
}

function readJoints(node: Node, samples: number): Joints {
    if (node.missing) return { names: [], values: new Float64Array(), torques: null };
    const names = node.get("names").list().map((name) => name.text());
    const torques = node.get("torques");
    return {
        names,
        values: node.get("values").table([samples, names.length]),
        torques: torques.missing ? null : torques.table([samples, names.length]),
    };
}

function readActor(node: Node, kind: Actor["kind"], samples: number, gravity: number): Actor {
    const bodies =
        kind === "prop"
            ? [readBody(node, -1)]
            : node.get("bodies").list().map((entry, i) => {
                  const parent = entry.get("parent").number();
                  if (parent >= i) entry.get("parent").fail("parents come before their children");
                  return readBody(entry, parent);
              });
    const sizes = kind === "prop" ? [samples] : [samples, bodies.length];
    const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
    return {
        name: node.get("name").text(),
        kind,
        bodies,
        positions: node.get("positions").table([...sizes, 3]),
        rotations: node.get("rotations").table([...sizes, 4]),
        contacts: node.get("contacts").optionalList().map((c) => readContact(c, samples, bodies.length)),
        joints: readJoints(node.get("joints"), samples),
        mass,
        weight: mass * gravity,
    };
}

export function parseMotion(text: string): Motion {
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch (error) {
        throw new MotionError(`This is not valid JSON: ${(error as Error).message}`);
    }
    const root = new Node(value, "");
    if (root.get("format").value !== "gambol/motion")
        root.get("format").fail('is not "gambol/motion": this file is something else');
    if (root.get("version").value !== 1)
        root.get("version").fail(`is ${String(root.get("version").value)}; this viewer reads version 1`);

    const times = root.get("times").table([root.get("times").list().length]);
    if (times.length === 0) root.get("times").fail("is empty");
    for (let i = 1; i < times.length; i++)
        if (!(times[i] > times[i - 1])) root.get(`times[${i}]`).fail("times must increase");

    const gravity = Math.hypot(...root.get("gravity").numbers<Vec3>(3)) || 9.81;
    const actors = (key: string, kind: Actor["kind"]) =>
        root.get(key).optionalList().map((entry) => readActor(entry, kind, times.length, gravity));
    const optionalText = (key: string) => (root.get(key).missing ? "" : root.get(key).text());
    return {
        name: optionalText("name") || "motion",
        method: optionalText("method"),
        massModel: optionalText("mass_model"),
        times,
        surfaces: root.get("surfaces").optionalList().map((entry) => ({
            name: entry.get("name").text(),
            shape: readShape(entry.get("shape")),
        })),
        actors: [...actors("characters", "character"), ...actors("props", "prop")],
        markers: root.get("markers").optionalList().map((entry) => ({
            name: entry.get("name").text(),
            position: entry.get("position").numbers<Vec3>(3),
        })),
        cloth: root.get("cloth").optionalList().map((entry) => entry.get("name").text()),
        sheets: [],
        linked: "",
    };
}
