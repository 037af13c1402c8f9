// SPDX-License-Identifier: MIT
// Terrain: heights between the nodes and the triangles that are drawn.
import assert from "node:assert/strict";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { before, test } from "node:test";

const viewer = join(dirname(fileURLToPath(import.meta.url)), "..");
let heightAt, heightfieldGeometry;

before(async () => {
    const { outputFiles } = await build({
        entryPoints: [join(viewer, "src/heightfield.ts")],
        bundle: true,
        write: false,
        format: "esm",
        platform: "node",
    });
    const code = Buffer.from(outputFiles[0].contents).toString("base64");
    ({ heightAt, heightfieldGeometry } = await import(`data:text/javascript;base64,${code}`));
});

/** A field over height(x, y). */
function field(columns, rows, height) {
    const origin = [-1, 0.5];
    const cell = [0.25, 0.4];
    const heights = new Float64Array(columns * rows);
    for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++) heights[j * columns + i] = height(origin[0] + i * cell[0], origin[1] + j * cell[1]);
    return { kind: "heightfield", origin, cell, columns, rows, heights };
}

test("the surface passes through the nodes and keeps planes plane", () => {
    const plane = (x, y) => 0.2 + 0.3 * x - 0.1 * y;
    for (const [columns, rows] of [[2, 2], [3, 2], [6, 5]]) {
        const flat = field(columns, rows, plane);
        for (let k = 0; k < 50; k++) {
            const x = -1 + ((k * 0.618) % 1) * (columns - 1) * 0.25;
            const y = 0.5 + ((k * 0.414) % 1) * (rows - 1) * 0.4;
            assert.ok(Math.abs(heightAt(flat, x, y) - plane(x, y)) < 1e-12);
        }
    }
    const rough = field(6, 5, (x, y) => Math.sin(9 * x + 7 * y));
    assert.ok(Math.abs(heightAt(rough, -0.25, 1.3) - rough.heights[2 * 6 + 3]) < 1e-12);
    assert.equal(heightAt(rough, -1.01, 1), null);
    assert.equal(heightAt(rough, 0, 2.2), null);
});

test("between the nodes it is the cubic that the format defines", () => {
    const one = field(5, 2, (x) => (Math.abs(x + 0.5) < 1e-9 ? 1 : 0));
    // Half way down from the peak: 9/16 of it, and one cell further -1/16.
    assert.ok(Math.abs(heightAt(one, -0.375, 0.6) - 9 / 16) < 1e-12);
    assert.ok(Math.abs(heightAt(one, -0.125, 0.6) + 1 / 16) < 1e-12);
});

test("the triangles lie on it and face outward", () => {
    const hills = field(9, 7, (x, y) => 0.1 * Math.sin(2 * x) + 0.1 * Math.cos(3 * y));
    const geometry = heightfieldGeometry(hills);
    const position = geometry.getAttribute("position").array;
    const normal = geometry.getAttribute("normal").array;
    const index = geometry.getIndex().array;
    const corner = (k) => [...position.slice(3 * k, 3 * k + 3)];
    let level = 0;
    for (let t = 0; t < index.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => corner(index[t + k]));
        const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const length = Math.hypot(...n);
        for (let k = 0; k < 3; k++) {
            const shown = normal.slice(3 * index[t + k], 3 * index[t + k] + 3);
            assert.ok((n[0] * shown[0] + n[1] * shown[1] + n[2] * shown[2]) / length > 0.95);
        }
        if (n[2] / length < 0.5) continue;
        level += n[2] / 2;
        const middle = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3);
        assert.ok(Math.abs(heightAt(hills, middle[0], middle[1]) - middle[2]) < 1e-3);
    }
    assert.ok(Math.abs(level - 2 * 2.4) < 1e-4, `covers ${level} m2`);
});
