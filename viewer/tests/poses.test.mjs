// SPDX-License-Identifier: MIT
// The nodes of the picture stand where motion.json says.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, ready } from "./browser.mjs";
import { exampleMotion, rotate } from "./example_motion.mjs";

const motion = exampleMotion();
const frames = [0, 1, 77, 150, 251, motion.times.length - 1];
const tolerance = 1e-4; // m
let browser, shown;

before(async () => {
    browser = await launch();
    shown = await open(browser, JSON.stringify(motion), { width: 640, height: 480 });
    await ready(shown.page);
});
after(async () => {
    await shown?.close();
    await browser?.close();
});

/** Asks the page for a point of a body at a frame. */
function inPage(frame, actor, body, point) {
    return shown.page.evaluate(
        ([frame, actor, body, point]) => {
            window.gambol.setFrame(frame);
            return window.gambol.bodyWorldPosition(actor, body, point);
        },
        [frame, actor, body, point],
    );
}

function assertNear(found, expected, what) {
    const gap = Math.hypot(...found.map((v, i) => v - expected[i]));
    assert.ok(gap <= tolerance, `${what}: ${found} instead of ${expected}, ${gap} m off`);
}

const world = (position, rotation, point) => rotate(rotation, point).map((v, i) => v + position[i]);

for (const [index, character] of motion.characters.entries())
    test(`every body of ${character.name} stands where the file says, turned as the file says`, async () => {
        assert.ok(character.bodies.length >= (index === 0 ? 16 : 2));
        for (const frame of frames)
            for (const [i, body] of character.bodies.entries())
                for (const point of [[0, 0, 0], [0.3, -0.2, 0.1]]) {
                    const expected = world(character.positions[frame][i], character.rotations[frame][i], point);
                    const found = await inPage(frame, character.name, body.name, point);
                    assertNear(found, expected, `${character.name} ${body.name} frame ${frame}`);
                }
    });

test("the prop stands where the file says, turned as the file says", async () => {
    const [prop] = motion.props;
    for (const frame of frames)
        for (const point of [[0, 0, 0], [0.2, 0.2, 0.2]]) {
            const expected = world(prop.positions[frame], prop.rotations[frame], point);
            assertNear(await inPage(frame, prop.name, prop.name, point), expected, `${prop.name} frame ${frame}`);
        }
});

test("the example moves enough for a wrong frame to be noticed", () => {
    for (const actor of motion.characters) {
        const [a, b] = [actor.positions[77][0], actor.positions[78][0]];
        assert.ok(Math.hypot(...a.map((v, i) => v - b[i])) > 10 * tolerance);
    }
});

test("an unknown name is refused", async () => {
    await assert.rejects(inPage(0, "ann", "tentacle", [0, 0, 0]), /no body tentacle in ann/);
});

test("nothing complained and nothing was fetched", () => assert.deepEqual(shown.complaints, []));
