// SPDX-License-Identifier: MIT
// The audit in the page, plots in step with the playhead, and a phone held on its side.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, launch, open, ready, state } from "./browser.mjs";
import { exampleMotion } from "./example_motion.mjs";

const motion = exampleMotion();
motion.characters[0].joints = {
    names: ["left_knee", "right_knee"],
    values: motion.times.map((t) => [0.4 + 0.3 * Math.sin(5 * t), 0.5 * Math.cos(3 * t)]),
    torques: motion.times.map((t) => [80 * Math.sin(4 * t), -30 * t]),
};
const check = (name, passed, value, limit, time) => ({ name, passed, value, limit, unit: "m", subject: "ann/left_foot", time });
const failed = {
    passed: false,
    checks: [check("slip", false, 0.0234, 0.01, 0.5), check("touch", true, 0.001, 0.01, 0.1), check("peak_force", true, 1.2, null, 0.2)],
    notes: ["slip also fails for <b>bob</b>"],
};
const passed = { passed: true, checks: failed.checks.slice(1), notes: [] };
let browser;

before(async () => {
    browser = await launch();
});
after(async () => browser?.close());

async function show(audit, settings = {}) {
    const shown = await open(browser, JSON.stringify(motion), { width: 900, height: 640, audit: JSON.stringify(audit), ...settings });
    await ready(shown.page);
    return shown;
}

test("the page of a failed run says so at the top, and goes to where it failed", async () => {
    const { page, complaints, close } = await show(failed);
    const bar = page.locator("#verdict");
    assert.ok(await bar.isVisible());
    assert.equal((await bar.boundingBox()).y, 0);
    const text = await bar.textContent();
    assert.match(text, /FAILED/);
    assert.match(text, /slip of ann\/left_foot: 0\.0234 m, allowed 0\.01 at 0\.50 s/);
    assert.doesNotMatch(text, /touch/);
    await page.click("#verdict button");
    assert.ok(Math.abs((await state(page)).time - 0.5) < 0.02);
    assert.match(await page.locator("#audit-table summary").textContent(), /FAILED: 1 of 3/);
    assert.equal(await page.locator("#audit-table tr.bad").count(), 1);
    assert.match(await page.locator("#audit-table").textContent(), /<b>bob<\/b>/); // text, not markup
    assert.deepEqual(complaints, []);
    await close();
});

test("the page of a valid run says so in the panel only", async () => {
    const { page, close } = await show(passed);
    assert.ok(await page.locator("#verdict").isHidden());
    assert.equal(await page.locator("#audit-table summary").textContent(), "Audit passed");
    assert.equal(await page.locator("#audit-table tr").count(), 2);
    await close();
});

test("a page without an audit says nothing of it", async () => {
    const { page, close } = await show({});
    assert.ok(await page.locator("#verdict").isHidden());
    assert.equal(await page.locator("#audit-table").count(), 0);
    await close();
});

test("plots show angle, torque and force of the joint that is chosen, at the playhead", async () => {
    const { page, complaints, close } = await show(passed);
    assert.ok(await page.locator("#plots").isHidden());
    await page.keyboard.press("p");
    await drawn(page);
    assert.ok(await page.locator("#plots").isVisible());
    const { joints } = motion.characters[0];
    const titles = await page.locator(".plot .gutter").allTextContents();
    assert.equal(titles.length, 3);
    const choice = 1;
    await page.selectOption("#plot-joint", `${choice}`);
    for (const frame of [0, 7, 20]) {
        await page.evaluate((f) => window.gambol.setFrame(f), frame);
        await drawn(page);
        const readings = await page.locator(".plot output").allTextContents();
        assert.equal(readings[0], ((joints.values[frame][choice] * 180) / Math.PI).toFixed(1));
        assert.equal(readings[1], joints.torques[frame][choice].toFixed(1));
        const force = motion.characters[0].contacts.reduce((sum, contact) => sum + Math.hypot(...contact.force[frame]), 0);
        assert.equal(readings.at(-1), `sum ${force.toFixed(0)}`);
    }
    // Every plot has the time axis of the ruler: a click in it moves the playhead there.
    const canvas = await page.locator(".plot canvas").first().boundingBox();
    const ruler = await page.locator("#ruler").boundingBox();
    assert.ok(Math.abs(canvas.x - ruler.x) < 1.5);
    await page.mouse.click(canvas.x + ruler.width / 2, canvas.y + canvas.height / 2);
    const middle = (motion.times[0] + motion.times.at(-1)) / 2;
    assert.ok(Math.abs((await state(page)).time - middle) < 0.05);
    // Something is drawn, in more than one colour.
    const colours = await page.evaluate(() => {
        const plot = document.querySelector(".plot canvas");
        const { data } = plot.getContext("2d").getImageData(0, 0, plot.width, plot.height);
        let inked = 0;
        for (let i = 3; i < data.length; i += 4) inked += data[i] > 100 ? 1 : 0;
        return inked;
    });
    assert.ok(colours > 200, `${colours} pixels`);
    await page.keyboard.press("p");
    assert.ok(await page.locator("#plots").isHidden());
    assert.deepEqual(complaints, []);
    await close();
});

test("on a phone on its side the picture keeps half of the height and everything is in reach", async () => {
    const { page, close } = await show(failed, { width: 740, height: 360, isMobile: true, hasTouch: true });
    const stage = await page.locator("#stage").boundingBox();
    assert.ok(stage.height >= 175, `the picture is ${stage.height} px high`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 740, `${width} px wide`);
    for (const id of ["play", "ruler", "loop", "help-open", "verdict"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= 360.5 && box.x >= 0 && box.x + box.width <= 740.5, `${id} lies outside: ${JSON.stringify(box)}`);
    }
    await page.tap("#play");
    assert.equal((await state(page)).playing, true);
    await page.tap("#plots-open");
    await drawn(page);
    const after = await page.locator("#stage").boundingBox();
    assert.ok(after.height >= 175, `with plots the picture is ${after.height} px high`);
    await close();
});
