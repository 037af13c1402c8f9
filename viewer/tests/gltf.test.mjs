// SPDX-License-Identifier: MIT
// Every GLB that the program writes, read by the Khronos glTF validator: no errors, no warnings.
// Needs the program: GAMBOL names it, else that of the release build is taken.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import validator from "gltf-validator";
import { exampleMotion } from "./example_motion.mjs";

const source = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const program = process.env.GAMBOL ?? join(source, "build/release/app/gambol");
const missing = existsSync(program) ? false : `${program} is not built`;
let folder;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "gambol-gltf-"));
});
after(async () => rm(folder, { recursive: true }));

async function problems(file) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(file)), { maxIssues: 0 });
    return { found: report.issues.messages.filter(({ severity }) => severity < 2), info: report.info };
}

async function expectClean(file, what) {
    const { found, info } = await problems(file);
    assert.deepEqual(found.slice(0, 5), [], what);
    return info;
}

function gambol(...words) {
    try {
        return execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
        // A search that was stopped has files to look at, too.
        if ([3, 4].includes(error.status)) return error.stdout;
        throw error;
    }
}

const ways = [[], ["--rest", "t"], ["--rest", "a", "--fps", "30"], ["--rig", "nodes"], ["--up", "z", "--scale", "cm"], ["--rig", "nodes", "--scale", "cm"]];

test("characters, props, contacts and terrain", { skip: missing }, async () => {
    const motion = exampleMotion();
    // Rotations that rounding has left a little too long, as runs have them.
    motion.props[0].rotations = motion.props[0].rotations.map(() => [1.0000000000000002, 0, 0, 0]);
    await writeFile(join(folder, "motion.json"), JSON.stringify(motion));
    for (const way of ways) {
        gambol("export", "motion.json", "--to", "glb", ...way);
        const info = await expectClean(join(folder, "motion.glb"), way.join(" "));
        assert.ok(info.hasAnimations || info.animationCount > 0);
        if (!way.includes("nodes")) assert.equal(info.hasSkins, true);
    }
});

test("scenes as shipped, after a second of search", { skip: missing }, async () => {
    const scenes = ["walk", "walk-quadruped", "monkey-bars", "terrain", "cloth-drape"];
    for (const name of scenes) {
        const run = join(folder, name);
        gambol("run", join(source, "scenes", `${name}.yaml`), "-o", run, "--threads", "1", "--time-limit", "1s", "--progress", "none");
        await expectClean(join(run, "motion.glb"), name);
    }
});

test("the validator would have seen it", async () => {
    const broken = Buffer.from(JSON.stringify({ asset: { version: "2.0" }, nodes: [{ rotation: [0, 0, 0, 1.0000000000000002] }] }));
    const report = await validator.validateBytes(new Uint8Array(broken));
    assert.ok(report.issues.numErrors > 0);
});
