// SPDX-License-Identifier: MIT
// What is seen: colours of the bodies, switches that change the picture, a layout without overlaps.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, launch, open, ready, state } from "./browser.mjs";
import { exampleMotion } from "./example_motion.mjs";

const motion = exampleMotion();
let browser, shown, page, decoder;

before(async () => {
    browser = await launch();
    decoder = await browser.newPage();
    shown = await open(browser, JSON.stringify(motion));
    page = shown.page;
    await ready(page);
    await page.evaluate(() => window.gambol.setFrame(100));
});
after(async () => {
    await shown?.close();
    await browser?.close();
});

/** Red, green, blue of every pixel of the free middle of the stage. */
async function picture(of = page) {
    await drawn(of);
    const box = await of.locator("#view").boundingBox();
    const clip = { x: box.x + 320, y: box.y + 100, width: box.width - 330, height: box.height - 100 };
    const png = (await of.screenshot({ clip })).toString("base64");
    const flat = await decoder.evaluate(async (png) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let text = "";
        for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i], data[i + 1], data[i + 2]);
        return btoa(text);
    }, png);
    return Buffer.from(flat, "base64");
}

function count(pixels, wanted) {
    let found = 0;
    for (let i = 0; i < pixels.length; i += 3) if (wanted(pixels[i], pixels[i + 1], pixels[i + 2])) found++;
    return found;
}

function differences(a, b) {
    let found = 0;
    for (let i = 0; i < a.length; i += 3)
        if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 24) found++;
    return found;
}

const colour = {
    red: (r, g, b) => r > 1.6 * g && r > 1.8 * b && r > 80 && g < 120, // right limbs
    blue: (r, g, b) => b > 1.5 * r && b > 1.25 * g && b > 90, // left limbs
    green: (r, g, b) => g > 1.12 * r && g > 1.12 * b && g > 80, // bob, target
    amber: (r, g, b) => r > 220 && g > 120 && g < 200 && b < 70, // forces, loaded patches
    pink: (r, g, b) => r > 150 && b > 100 && g < 90, // centre of mass
};

test("the picture is not blank and shows every colour of the scene", async () => {
    const pixels = await picture();
    let sum = 0;
    let squares = 0;
    for (const value of pixels) {
        sum += value;
        squares += value * value;
    }
    const variance = squares / pixels.length - (sum / pixels.length) ** 2;
    assert.ok(variance > 200, `variance ${variance}`);
    const least = { red: 1500, blue: 800, green: 1500, amber: 60, pink: 40 };
    for (const [name, number] of Object.entries(least)) {
        const found = count(pixels, colour[name]);
        assert.ok(found >= number, `${found} pixels of ${name}, ${number} expected`);
    }
});

test("time changes the picture, and the same frame gives the same picture", async () => {
    const first = await picture();
    await page.evaluate(() => window.gambol.setFrame(220));
    const second = await picture();
    await page.evaluate(() => window.gambol.setFrame(100));
    const third = await picture();
    assert.ok(differences(first, second) > 3000);
    assert.equal(differences(first, third), 0);
});

const switches = [
    ["a", "forces", colour.amber, -50],
    ["c", "patches", colour.amber, -50],
    ["m", "mass", colour.pink, -40],
    ["t", "trail", colour.pink, 40],
    ["k", "skeleton", colour.red, -500],
];
for (const [key, id, wanted, change] of switches)
    test(`${key} switches ${id}, and back`, async () => {
        const pressed = () => page.getAttribute(`[data-toggle="${id}"]`, "aria-pressed");
        const [stateBefore, pictureBefore] = [await pressed(), await picture()];
        await page.keyboard.press(key);
        assert.notEqual(await pressed(), stateBefore);
        const pictureAfter = await picture();
        const found = count(pictureAfter, wanted) - count(pictureBefore, wanted);
        assert.ok(Math.sign(found) === Math.sign(change) && Math.abs(found) >= Math.abs(change), `changed by ${found}`);
        await page.click(`[data-toggle="${id}"]`);
        assert.equal(await pressed(), stateBefore);
        assert.equal(differences(await picture(), pictureBefore), 0);
    });

const camera = () => page.evaluate(() => window.gambol.camera);

test("the camera presets stand where they say", async () => {
    // ann walks along +x: front looks back at her, side from her right, top from above.
    const middle = [1.2, 0.6, 0.8];
    const expected = { 2: [1, 0, 0], 3: [0, -1, 0], 4: [0, 0, 1] };
    for (const [key, axis] of Object.entries(expected)) {
        await page.keyboard.press(key);
        const away = (await camera()).map((v, i) => v - middle[i]);
        const cosine = away.reduce((sum, v, i) => sum + v * axis[i], 0) / Math.hypot(...away);
        assert.ok(cosine > 0.95, `${key}: cosine ${cosine}`);
    }
    await page.keyboard.press("1");
    const away = (await camera()).map((v, i) => v - middle[i]);
    assert.ok(away[0] > 1 && away[1] < -1 && away[2] > 1, `three-quarter: ${away}`);
});

test("F makes the camera travel with the character", async () => {
    await page.keyboard.press("f");
    await page.evaluate(() => window.gambol.setFrame(0));
    await drawn(page);
    const from = await camera();
    await page.evaluate(() => window.gambol.setFrame(300));
    await drawn(page);
    const to = await camera();
    assert.ok(Math.abs(to[0] - from[0] - 2.5) < 0.1, `travelled ${to[0] - from[0]} m`);
    assert.ok(Math.abs(to[2] - from[2]) < 1e-9, "and stays as high as it was");
    await page.keyboard.press("f");
    await page.evaluate(() => window.gambol.setFrame(0));
    await drawn(page);
    assert.ok(Math.hypot(...(await camera()).map((v, i) => v - to[i])) < 1e-9, "switched off, it stays");
    await page.keyboard.press("1");
    await page.evaluate(() => window.gambol.setFrame(100));
});

test("dragging orbits, the wheel zooms", async () => {
    await page.evaluate(() => window.gambol.setFrame(100));
    const from = await camera();
    await page.mouse.move(600, 400);
    await page.mouse.down();
    await page.mouse.move(700, 380, { steps: 3 });
    await page.mouse.up();
    await drawn(page);
    const turned = await camera();
    assert.ok(Math.hypot(...turned.map((v, i) => v - from[i])) > 0.3);
    assert.equal((await state(page)).frame, 100, "orbiting leaves the playhead alone");
    await page.mouse.wheel(0, -400);
    await drawn(page);
    const length = (v) => Math.hypot(v[0] - 1.2, v[1] - 0.6, v[2] - 0.8);
    assert.ok(length(await camera()) < length(turned) - 0.2);
    await page.keyboard.press("1");
});

test("? opens the help with every key, Escape closes it", async () => {
    await page.keyboard.press("?");
    assert.equal(await page.isVisible("#help"), true);
    const shownKeys = await page.locator("#help kbd").allTextContents();
    for (const key of ["Space", "Home", "End", "[", "]", "L", "A", "C", "M", "T", "K", "F", "1", "4", "?"])
        assert.ok(shownKeys.includes(key), `${key} is missing`);
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible("#help"), false);
});

test("the panel names motion, method, mass model and masses", async () => {
    const text = await page.textContent("#info");
    for (const part of ["walk-and-hop", "cio", motion.mass_model, "ann", "70.7 kg", "bob", "crate", "301 frames"])
        assert.ok(text.includes(part), `${part} is missing in ${text}`);
    assert.match(await page.title(), /walk-and-hop/);
    await page.keyboard.press("i");
    assert.equal(await page.isVisible("#info-body"), false);
    await page.keyboard.press("i");
});

test("every control has a name for screen readers", async () => {
    const nameless = await page.$$eval("button, [role=slider], canvas", (nodes) =>
        nodes.filter((node) => !(node.getAttribute("aria-label") || node.textContent.trim())).map((node) => node.outerHTML),
    );
    assert.deepEqual(nameless, []);
});

test("dark surroundings are drawn dark, and follow the system while open", async () => {
    const brightness = (pixels) => pixels.reduce((a, b) => a + b, 0) / pixels.length;
    const light = brightness(await picture());
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await picture();
    assert.ok(brightness(dark) < 90 && light > 180, `${brightness(dark)} against ${light}`);
    assert.ok(count(dark, colour.red) > 800);
    await page.emulateMedia({ colorScheme: "light" });
});

for (const [width, height] of [[1280, 720], [1024, 600], [390, 760], [760, 400]])
    test(`nothing overlaps or leaves the page at ${width} by ${height}`, async (context) => {
        const other = await open(browser, JSON.stringify(motion), { width, height });
        context.after(other.close);
        await ready(other.page);
        const boxes = await other.page.evaluate(() =>
            ["#info", "#toggles", "#views", "#transport", "#ruler", "#chart-scroll"].map((selector) => {
                const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
                return { selector, left, right, top, bottom };
            }),
        );
        for (const [i, a] of boxes.entries()) {
            assert.ok(a.left >= 0 && a.right <= width && a.top >= 0 && a.bottom <= height, `${a.selector} leaves the page`);
            for (const b of boxes.slice(i + 1)) {
                const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
                assert.ok(apart, `${a.selector} overlaps ${b.selector}`);
            }
        }
        const stage = await other.page.locator("#view").boundingBox();
        assert.ok(stage.height > 0.4 * height, `the stage is ${stage.height} high`);
        assert.deepEqual(other.complaints, []);
    });

test("nothing complained and nothing was fetched", () => assert.deepEqual(shown.complaints, []));
