// SPDX-License-Identifier: MIT
// Cloth: what the page carries of it beside motion.json (src/gambol/io/view_meshes.hpp), and its picture.
import { Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Mesh, MeshStandardMaterial } from "three";
import { MotionError, type Motion, type Vec3 } from "./motion";
import { clothColour } from "./palette";
import { locate } from "./sampling";
import type { MeshFiles } from "./shapes";

/** A sheet and where its vertices are at some of the samples. */
export interface Sheet {
    name: string;
    triangles: Uint32Array;
    rest: Float32Array; // [vertex][3]
    times: Float64Array; // s, of the samples that are here
    low: Vec3; // corner of the space it fills
    size: Vec3;
    positions: Uint16Array; // [sample][vertex][3], shares of size in 1/65535
}

/** What stands in the page beside the motion, or the name of the script that holds it. */
export interface PageMeshes {
    meshes: { file: string; geometry: BufferGeometry }[];
    sheets: Sheet[];
    linked: string;
}

function bytes(text: string): ArrayBuffer {
    const binary = atob(text);
    const result = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) result[i] = binary.charCodeAt(i);
    return result.buffer;
}

interface WrittenMesh {
    file: string;
    vertices: string;
    triangles: string;
}
interface WrittenSheet {
    name: string;
    triangles: string;
    rest: string;
    times: number[];
    low: Vec3;
    size: Vec3;
    positions: string;
}
export interface WrittenMeshes {
    meshes?: WrittenMesh[];
    cloth?: WrittenSheet[];
    linked?: string;
}

function readMesh({ file, vertices, triangles }: WrittenMesh): PageMeshes["meshes"][number] {
    const indexed = new BufferGeometry();
    indexed.setAttribute("position", new BufferAttribute(new Float32Array(bytes(vertices)), 3));
    indexed.setIndex(new BufferAttribute(new Uint32Array(bytes(triangles)), 1));
    const geometry = indexed.toNonIndexed(); // faces of a body are flat, as with files
    geometry.computeVertexNormals();
    return { file, geometry };
}

function readSheet(written: WrittenSheet): Sheet {
    const sheet: Sheet = {
        name: written.name,
        triangles: new Uint32Array(bytes(written.triangles)),
        rest: new Float32Array(bytes(written.rest)),
        times: Float64Array.from(written.times),
        low: written.low,
        size: written.size,
        positions: new Uint16Array(bytes(written.positions)),
    };
    if (sheet.positions.length !== sheet.times.length * sheet.rest.length)
        throw new MotionError(`cloth ${sheet.name}: has ${sheet.positions.length} numbers, ${sheet.times.length * sheet.rest.length} are needed`);
    return sheet;
}

export function readMeshes(written: WrittenMeshes): PageMeshes {
    return {
        meshes: (written.meshes ?? []).map(readMesh),
        sheets: (written.cloth ?? []).map(readSheet),
        linked: written.linked ?? "",
    };
}

/** Gives a motion the sheets it names, and bodies their meshes. */
export function attach(page: PageMeshes, motion: Motion, files: MeshFiles): void {
    motion.sheets = page.sheets.filter((sheet) => motion.cloth.includes(sheet.name));
    motion.linked = page.linked;
    for (const { file, geometry } of page.meshes) files.set(file, geometry);
}

/** Stretch at which the colours are full. */
const fullStrain = 0.05;
const stretched = new Color("#e2382d");
const squeezed = new Color("#2f6fe1");
const plain = new Color("#f2efe9");

/** Every edge once, as pairs of vertices. */
function edgesOf(triangles: Uint32Array, vertexCount: number): Uint32Array {
    const known = new Set<number>();
    const edges: number[] = [];
    for (let t = 0; t < triangles.length; t += 3)
        for (let k = 0; k < 3; k++) {
            const a = Math.min(triangles[t + k], triangles[t + ((k + 1) % 3)]);
            const b = Math.max(triangles[t + k], triangles[t + ((k + 1) % 3)]);
            if (known.has(a * vertexCount + b)) continue;
            known.add(a * vertexCount + b);
            edges.push(a, b);
        }
    return Uint32Array.from(edges);
}

function distance(points: ArrayLike<number>, a: number, b: number): number {
    return Math.hypot(points[3 * a] - points[3 * b], points[3 * a + 1] - points[3 * b + 1], points[3 * a + 2] - points[3 * b + 2]);
}

export class ClothView {
    readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
    private readonly points: Float32Array;
    private readonly colours: Float32Array;
    private readonly edges: Uint32Array;
    private readonly lengths: Float32Array; // of the edges at rest
    private readonly dye: Color;
    private strain = false;

    constructor(
        readonly sheet: Sheet,
        number: number,
    ) {
        const count = sheet.rest.length / 3;
        this.points = new Float32Array(3 * count);
        this.colours = new Float32Array(3 * count).fill(1);
        this.edges = edgesOf(sheet.triangles, count);
        this.lengths = new Float32Array(this.edges.length / 2);
        for (let e = 0; e < this.lengths.length; e++) this.lengths[e] = distance(sheet.rest, this.edges[2 * e], this.edges[2 * e + 1]);
        const geometry = new BufferGeometry();
        geometry.setIndex(new BufferAttribute(sheet.triangles, 1));
        geometry.setAttribute("position", new BufferAttribute(this.points, 3).setUsage(DynamicDrawUsage));
        geometry.setAttribute("color", new BufferAttribute(this.colours, 3).setUsage(DynamicDrawUsage));
        this.dye = clothColour(number);
        const material = new MeshStandardMaterial({ color: this.dye, roughness: 0.7, metalness: 0, side: DoubleSide, vertexColors: true });
        this.mesh = new Mesh(geometry, material);
        this.mesh.name = sheet.name;
        this.mesh.castShadow = this.mesh.receiveShadow = true;
        this.mesh.frustumCulled = false; // its bounds change with every frame
    }

    private place(time: number): void {
        const { positions, times, low, size } = this.sheet;
        const at = locate(times, time);
        const a = at.a * this.points.length;
        const b = at.b * this.points.length;
        for (let i = 0; i < this.points.length; i++) {
            const value = positions[a + i] + at.blend * (positions[b + i] - positions[a + i]);
            this.points[i] = low[i % 3] + (size[i % 3] * value) / 65535;
        }
    }

    pose(time: number): void {
        this.place(time);
        const { geometry } = this.mesh;
        geometry.attributes.position.needsUpdate = true;
        geometry.computeVertexNormals();
        if (this.strain) this.colourStrain();
    }

    /** What it fills over the whole clip: known without placing it. */
    bounds(): Box3 {
        const { low, size } = this.sheet;
        const box = new Box3();
        box.min.set(...low);
        box.max.set(low[0] + size[0], low[1] + size[1], low[2] + size[2]);
        return box;
    }

    setStrain(on: boolean): void {
        this.strain = on;
        this.mesh.material.color.set(on ? new Color("#ffffff") : this.dye);
        if (on) this.colourStrain();
        else this.colours.fill(1);
        this.mesh.geometry.attributes.color.needsUpdate = true;
    }

    /** Red where edges are longer than at rest, blue where they are shorter; the mean at each vertex. */
    private colourStrain(): void {
        const count = this.points.length / 3;
        const sum = new Float32Array(count);
        const edges = new Uint16Array(count);
        for (let e = 0; e < this.lengths.length; e++) {
            const a = this.edges[2 * e];
            const b = this.edges[2 * e + 1];
            const strain = distance(this.points, a, b) / this.lengths[e] - 1;
            sum[a] += strain;
            sum[b] += strain;
            edges[a]++;
            edges[b]++;
        }
        const mixed = new Color();
        for (let i = 0; i < count; i++) {
            const share = edges[i] > 0 ? Math.max(-1, Math.min(1, sum[i] / edges[i] / fullStrain)) : 0;
            mixed.copy(plain).lerp(share > 0 ? stretched : squeezed, Math.abs(share));
            mixed.toArray(this.colours, 3 * i);
        }
        this.mesh.geometry.attributes.color.needsUpdate = true;
    }

    vertex(index: number): Vec3 {
        return [this.points[3 * index], this.points[3 * index + 1], this.points[3 * index + 2]];
    }

    normal(index: number): Vec3 {
        const { normal } = this.mesh.geometry.attributes;
        return [normal.getX(index), normal.getY(index), normal.getZ(index)];
    }

    colour(index: number): Vec3 {
        return [this.colours[3 * index], this.colours[3 * index + 1], this.colours[3 * index + 2]];
    }
}
