// SPDX-License-Identifier: MIT
// What is committed: a page that is current and small, a lock file that ties nobody to a registry.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";

const viewer = join(dirname(fileURLToPath(import.meta.url)), "..");
const run = promisify(execFile);

test("the committed page is what the sources give", async () => {
    const { stdout } = await run(join(viewer, "check-current"));
    assert.match(stdout, /is current/);
});

test("check-current notices a changed source", async () => {
    const copy = await mkdtemp(join(tmpdir(), "gambol-current-"));
    for (const part of ["src", "dist", "build.mjs", "check-current", "package.json", "tsconfig.json"])
        await cp(join(viewer, part), join(copy, part), { recursive: true });
    await symlink(join(viewer, "node_modules"), join(copy, "node_modules"));
    assert.match((await run(join(copy, "check-current"))).stdout, /is current/, "the place does not matter");
    const style = join(copy, "src/style.css");
    await writeFile(style, `${await readFile(style, "utf8")}\nbody { margin: 1px; }\n`);
    await assert.rejects(run(join(copy, "check-current")), /not what viewer\/src gives: run 'npm run build'/);
    await rm(copy, { recursive: true });
});

test("the page is small and needs nothing from outside", async () => {
    const page = await readFile(join(viewer, "dist/template.html"), "utf8");
    assert.ok(page.length < 900_000, `${page.length} bytes`);
    for (const slot of ["@@GAMBOL_MOTION_JSON@@", "@@GAMBOL_MESHES_JSON@@"]) assert.equal(page.split(slot).length, 2);
    assert.doesNotMatch(page, /(src|href)="?(https?:)?\/\//);
    assert.match(page, /default-src 'none'/);
});

test("the lock file pins exact versions and names no registry", async () => {
    const lock = JSON.parse(await readFile(join(viewer, "package-lock.json"), "utf8"));
    for (const [name, entry] of Object.entries(lock.packages)) {
        assert.equal(entry.resolved, undefined, name);
        if (name) assert.ok(entry.integrity, `${name} has no checksum`);
    }
    for (const version of Object.values(lock.packages[""].devDependencies)) assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/);
});
