// SPDX-License-Identifier: MIT
// Terrain: the surface that docs/motion-format.md defines, its height anywhere and its triangles.
import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Heightfield } from "./motion";

/** About as many quads are drawn at most; a coarse grid is cut finer. */
const quads = 20000;
/** The sides go this far below the lowest height, m. */
const skirt = 0.2;

/** The cubic from b (t = 0) to c (t = 1) whose slopes are those of the chords a-c and b-d. */
function cubic(a: number, b: number, c: number, d: number, t: number): number {
    const start = 0.5 * (c - a);
    const end = 0.5 * (d - b);
    const rise = c - b;
    return b + t * (start + t * (3 * rise - 2 * start - end + t * (start + end - 2 * rise)));
}

/** Height of the surface; null outside its rectangle. */
export function heightAt(field: Heightfield, x: number, y: number): number | null {
    const { columns, rows, heights } = field;
    const u = (x - field.origin[0]) / field.cell[0];
    const v = (y - field.origin[1]) / field.cell[1];
    if (!(u >= 0 && u <= columns - 1 && v >= 0 && v <= rows - 1)) return null;
    const i = Math.min(Math.floor(u), columns - 2);
    const j = Math.min(Math.floor(v), rows - 2);
    // Beyond the rim nodes go on in a straight line.
    const inRow = (at: number, k: number): number =>
        k < 0
            ? 2 * inRow(at, 0) - inRow(at, 1)
            : k >= columns
              ? 2 * inRow(at, columns - 1) - inRow(at, columns - 2)
              : heights[at * columns + k];
    const node = (at: number, k: number): number =>
        at < 0
            ? 2 * node(0, k) - node(1, k)
            : at >= rows
              ? 2 * node(rows - 1, k) - node(rows - 2, k)
              : inRow(at, k);
    const line = (at: number) =>
        cubic(node(at, i - 1), node(at, i), node(at, i + 1), node(at, i + 2), u - i);
    return cubic(line(j - 1), line(j), line(j + 1), line(j + 2), v - j);
}

/** Top and sides; texture coordinates are x and y in metres. */
export function heightfieldGeometry(field: Heightfield): BufferGeometry {
    const cells = (field.columns - 1) * (field.rows - 1);
    const fine = Math.min(8, Math.max(1, Math.floor(Math.sqrt(quads / cells))));
    const columns = (field.columns - 1) * fine;
    const rows = (field.rows - 1) * fine;
    const position: number[] = [];
    const normal: number[] = [];
    const uv: number[] = [];
    const index: number[] = [];
    const vertex = (p: number[], n: number[]): number => {
        const length = Math.hypot(n[0], n[1], n[2]);
        position.push(...p);
        normal.push(n[0] / length, n[1] / length, n[2] / length);
        uv.push(p[0], p[1]);
        return position.length / 3 - 1;
    };
    const place = (i: number, j: number): [number, number] => [
        field.origin[0] + (Math.min(i, columns) * field.cell[0]) / fine,
        field.origin[1] + (Math.min(j, rows) * field.cell[1]) / fine,
    ];
    const high: number[] = [];
    for (let j = 0; j <= rows; j++)
        for (let i = 0; i <= columns; i++) high.push(heightAt(field, ...place(i, j)) ?? rim(field, ...place(i, j)));
    const at = (i: number, j: number) =>
        high[Math.min(Math.max(j, 0), rows) * (columns + 1) + Math.min(Math.max(i, 0), columns)];
    for (let j = 0; j <= rows; j++)
        for (let i = 0; i <= columns; i++) {
            const [left, right] = [Math.max(i - 1, 0), Math.min(i + 1, columns)];
            const [near, far] = [Math.max(j - 1, 0), Math.min(j + 1, rows)];
            const dx = ((at(right, j) - at(left, j)) * fine) / ((right - left) * field.cell[0]);
            const dy = ((at(i, far) - at(i, near)) * fine) / ((far - near) * field.cell[1]);
            vertex([...place(i, j), at(i, j)], [-dx, -dy, 1]);
        }
    const top = (i: number, j: number) => j * (columns + 1) + i;
    for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++)
            index.push(top(i, j), top(i + 1, j), top(i + 1, j + 1), top(i, j), top(i + 1, j + 1), top(i, j + 1));
    const bottom = high.reduce((a, b) => Math.min(a, b), Infinity) - skirt;
    // Walked with the solid on the left, so that outside is on the right.
    const side = (i0: number, j0: number, di: number, dj: number, count: number) => {
        for (let k = 0; k <= count; k++) {
            const [i, j] = [i0 + k * di, j0 + k * dj];
            const first = vertex([...place(i, j), at(i, j)], [dj, -di, 0]);
            vertex([...place(i, j), bottom], [dj, -di, 0]);
            if (k < count) index.push(first, first + 1, first + 3, first, first + 3, first + 2);
        }
    };
    side(0, 0, 1, 0, columns);
    side(columns, 0, 0, 1, rows);
    side(columns, rows, -1, 0, columns);
    side(0, rows, 0, -1, rows);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(normal, 3));
    geometry.setAttribute("uv", new Float32BufferAttribute(uv, 2));
    geometry.setIndex(index);
    return geometry;
}

/** The height at a place that rounding has put just outside. */
function rim(field: Heightfield, x: number, y: number): number {
    const clamp = (value: number, low: number, length: number) =>
        Math.min(Math.max(value, low + 1e-9 * length), low + (1 - 1e-9) * length);
    const width = (field.columns - 1) * field.cell[0];
    const depth = (field.rows - 1) * field.cell[1];
    return heightAt(field, clamp(x, field.origin[0], width), clamp(y, field.origin[1], depth)) ?? 0;
}
