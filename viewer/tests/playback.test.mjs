// SPDX-License-Identifier: MIT
// Playing, stepping, scrubbing, speed and loop, by keys, buttons and mouse.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { drawn, launch, open, ready, state } from "./browser.mjs";
import { exampleMotion } from "./example_motion.mjs";

const motion = exampleMotion();
const last = motion.times.length - 1;
let browser, shown, page;

before(async () => {
    browser = await launch();
    shown = await open(browser, JSON.stringify(motion), { width: 800, height: 500 });
    page = shown.page;
    await ready(page);
});
after(async () => {
    await shown?.close();
    await browser?.close();
});
beforeEach(async () => {
    await page.evaluate(() => {
        if (window.gambol.playing) document.getElementById("play").click();
        document.activeElement?.blur();
        document.querySelector('[data-speed="1"]').click();
        if (!window.gambol.loop) document.getElementById("loop").click();
        window.gambol.setFrame(0);
    });
});

const setFrame = (frame) => page.evaluate((f) => window.gambol.setFrame(f), frame);
const frame = async () => (await state(page)).frame;
const pressed = (selector) => page.getAttribute(selector, "aria-pressed");

/** Clip seconds and wall seconds that pass while the page draws for so long. */
function watch(seconds) {
    return page.evaluate(
        (seconds) =>
            new Promise((done) => {
                let from = null;
                const look = (now) => {
                    const here = { now: now / 1000, time: window.gambol.time };
                    from ??= here;
                    if (here.now - from.now < seconds) requestAnimationFrame(look);
                    else done({ wall: here.now - from.now, clip: here.time - from.time });
                };
                requestAnimationFrame(look);
            }),
        seconds,
    );
}

test("Space plays and pauses", async () => {
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, true);
    await page.waitForFunction(() => window.gambol.frame > 3);
    await page.keyboard.press("Space");
    const { playing, time } = await state(page);
    assert.equal(playing, false);
    await drawn(page);
    assert.equal((await state(page)).time, time);
});

for (const speed of [1, 0.25])
    test(`at speed ${speed} the clip runs ${speed} s per second`, async () => {
        await page.click(`[data-speed="${speed}"]`);
        await page.keyboard.press("Space");
        await drawn(page);
        const { wall, clip } = await watch(1.5);
        assert.ok(Math.abs(clip / wall / speed - 1) < 0.2, `${clip} s of the clip in ${wall} s`);
    });

test("arrows step one frame, with Shift ten, and stop at the ends", async () => {
    await page.keyboard.press("ArrowRight");
    assert.equal(await frame(), 1);
    await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await frame(), 11);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await frame(), 10);
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    assert.equal(await frame(), 0);
});

test("stepping pauses a running clip", async () => {
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    assert.equal((await state(page)).playing, false);
});

test("Home and End go to the first and last frame", async () => {
    await page.keyboard.press("End");
    assert.equal(await frame(), last);
    assert.equal((await state(page)).time, motion.times[last]);
    await page.keyboard.press("Home");
    assert.equal(await frame(), 0);
});

test("brackets change the speed by one notch within 0.1 to 2", async () => {
    const seen = [];
    for (const key of ["]", "]", "[", "[", "[", "[", "["]) {
        await page.keyboard.press(key);
        seen.push((await state(page)).speed);
    }
    assert.deepEqual(seen, [2, 2, 1, 0.5, 0.25, 0.1, 0.1]);
    assert.equal(await pressed('[data-speed="0.1"]'), "true");
    assert.equal(await pressed('[data-speed="1"]'), "false");
});

test("with repeat the clip starts again, without it stops at the end", async () => {
    await setFrame(last - 6);
    await page.keyboard.press("Space");
    await page.waitForFunction((early) => window.gambol.playing && window.gambol.time < early, motion.times[last - 6]);
    await page.keyboard.press("Space");

    await page.keyboard.press("l");
    assert.equal((await state(page)).loop, false);
    assert.equal(await pressed("#loop"), "false");
    await setFrame(last - 6);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => !window.gambol.playing);
    assert.equal(await frame(), last);
    // Playing on from the end starts over.
    await page.keyboard.press("Space");
    await page.waitForFunction((late) => window.gambol.playing && window.gambol.time < late, motion.times[last - 6]);
});

test("the buttons do what the keys do", async () => {
    await page.click("#forward");
    assert.equal(await frame(), 1);
    await page.click("#back");
    assert.equal(await frame(), 0);
    await page.click("#last");
    assert.equal(await frame(), last);
    await page.click("#first");
    assert.equal(await frame(), 0);
    await page.click("#play");
    assert.equal((await state(page)).playing, true);
    assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
    // The mouse leaves no focus behind: Space acts once, not twice.
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, false);
});

test("a button reached by Tab is pressed by Space without starting the clip", async () => {
    await page.focus("#loop");
    await page.keyboard.press("Space");
    const { loop, playing } = await state(page);
    assert.equal(loop, false);
    assert.equal(playing, false);
});

/** Horizontal place of the playhead on the time axis, 0 to 1. */
async function playheadShare() {
    const [line, ruler] = await Promise.all([page.locator("#playhead").boundingBox(), page.locator("#ruler").boundingBox()]);
    return (line.x + line.width / 2 - ruler.x) / ruler.width;
}

test("the playhead keeps in step, over ruler and chart alike", async () => {
    for (const f of [0, 75, 180, last]) {
        await setFrame(f);
        await drawn(page);
        const share = motion.times[f] / motion.times[last];
        assert.ok(Math.abs((await playheadShare()) - share) < 0.003, `frame ${f}: ${await playheadShare()}`);
        assert.equal(Number(await page.getAttribute("#ruler", "aria-valuenow")), Number(motion.times[f].toFixed(3)));
        assert.match(await page.textContent("#counter"), new RegExp(`^frame ${f} of ${last}$`));
    }
    const [ruler, chart, line] = await Promise.all(
        ["#ruler", "#chart", "#playhead"].map((selector) => page.locator(selector).boundingBox()),
    );
    assert.ok(Math.abs(ruler.x - chart.x) < 1 && Math.abs(ruler.width - chart.width) < 1, "one time axis for both");
    assert.ok(line.y <= ruler.y + 4 && line.y + line.height >= chart.y + chart.height - 2, "the line crosses both");
});

for (const target of ["#ruler", "#chart"])
    test(`dragging along ${target} scrubs`, async () => {
        const box = await page.locator(target).boundingBox();
        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + 0.25 * box.width, y);
        await page.mouse.down();
        assert.ok(Math.abs((await state(page)).time - 1.25) < 0.02);
        await page.mouse.move(box.x + 0.6 * box.width, y + 5, { steps: 4 });
        assert.ok(Math.abs((await state(page)).time - 3) < 0.02);
        await page.mouse.move(box.x + box.width + 40, y);
        assert.equal((await state(page)).time, motion.times[last]);
        await page.mouse.up();
        await page.mouse.move(box.x + 0.1 * box.width, y);
        assert.equal((await state(page)).time, motion.times[last], "released, the pointer moves nothing");
    });

test("a clip that ran before scrubbing runs on afterwards", async () => {
    const box = await page.locator("#ruler").boundingBox();
    await page.keyboard.press("Space");
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 8);
    await page.mouse.down();
    assert.equal((await state(page)).playing, false);
    await page.mouse.up();
    assert.equal((await state(page)).playing, true);
});

test("pointing at the chart tells the force of that patch at that time", async () => {
    const box = await page.locator("#chart").boundingBox();
    const k = 120; // ann stands on her left foot alone
    await page.mouse.move(box.x + (box.width * k) / last, box.y + 9);
    const text = await page.textContent("#tip");
    const { force } = motion.characters[0].contacts[0];
    assert.ok(force[k][2] > 600);
    assert.match(text, /ann: left foot/);
    assert.match(text, new RegExp(`frame ${k}\\D`));
    assert.match(text, new RegExp(`normal ${force[k][2].toFixed(0)} N = 1.00 . weight`));
    assert.match(text, /on ground/);
    await page.mouse.move(box.x + 10, box.y - 200);
    assert.equal(await page.isVisible("#tip"), false);
});

test("the address can name a time and start the clip", async (context) => {
    for (const [hash, time, playing] of [["#t=2.5", 2.5, false], ["#play", null, true]]) {
        const other = await open(browser, JSON.stringify(motion), { hash, width: 400, height: 300 });
        context.after(other.close);
        await ready(other.page);
        const found = await state(other.page);
        assert.equal(found.playing, playing);
        if (time !== null) assert.equal(found.time, time);
    }
});

test("nothing complained and nothing was fetched", () => assert.deepEqual(shown.complaints, []));
