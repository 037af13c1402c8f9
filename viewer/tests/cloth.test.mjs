// SPDX-License-Identifier: MIT
// Cloth in the page: where the file has it, round, coloured by its stretch, and linked when it is large.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { drawn, launch, open as openPage, pageText, ready } from "./browser.mjs";
import { clothMotion, sheetVertex, sheetSide } from "./example_cloth.mjs";

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser?.close());

const { motion, meshes } = clothMotion();
const settings = { width: 640, height: 480, meshes: JSON.stringify(meshes) };

async function open(context, changes = {}) {
    const shown = await openPage(browser, JSON.stringify(motion), { ...settings, ...changes });
    context.after(shown.close);
    await ready(shown.page);
    return shown;
}

const vertexAt = (page, frame, index) =>
    page.evaluate(
        ([frame, index]) => {
            window.gambol.setFrame(frame);
            return window.gambol.clothVertex("sheet", index);
        },
        [frame, index],
    );

test("every vertex stands where the cache has it, with the normal of the wave", async (context) => {
    const { page, complaints } = await open(context);
    for (const frame of [0, 1, 33, 60])
        for (const index of [0, 7, 60, sheetSide ** 2 - 1]) {
            const { position, normal } = await vertexAt(page, frame, index);
            const expected = sheetVertex(index, motion.times[frame]);
            const gap = Math.hypot(...position.map((v, i) => v - expected.position[i]));
            assert.ok(gap < 1e-4, `vertex ${index} at frame ${frame}: ${position} instead of ${expected.position}`);
            const agreement = normal.reduce((sum, v, i) => sum + v * expected.normal[i], 0);
            assert.ok(agreement > 0.97, `normal ${normal} instead of ${expected.normal}`);
        }
    assert.deepEqual(complaints, []);
});

test("S colours the stretch: red where the wave is steep, and back", async (context) => {
    const { page } = await open(context);
    const middle = Math.floor(sheetSide ** 2 / 2);
    assert.deepEqual((await vertexAt(page, 10, middle)).colour, [1, 1, 1]);
    await page.keyboard.press("s");
    await drawn(page);
    const colours = await Promise.all(Array.from({ length: sheetSide }, (_, i) => vertexAt(page, 10, middle - Math.floor(sheetSide / 2) + i)));
    const redness = colours.map(({ colour }) => colour[0] - colour[2]);
    assert.ok(Math.max(...redness) > 0.3, `${redness}`);
    assert.ok(Math.min(...redness) < Math.max(...redness) - 0.2, `${redness}`);
    assert.equal(await page.getAttribute("[data-toggle=strain]", "aria-pressed"), "true");
    await page.keyboard.press("s");
    assert.deepEqual((await vertexAt(page, 10, middle)).colour, [1, 1, 1]);
});

test("the panel names the cloth, and bodies have the meshes of the page", async (context) => {
    const { page } = await open(context);
    const info = await page.textContent("#info");
    assert.match(info, /sheet289 vertices/);
    assert.doesNotMatch(info, /Not drawn|Not loaded/);
});

test("a motion without cloth shows no button for it", async (context) => {
    const bare = { ...motion, cloth: [] };
    const shown = await openPage(browser, JSON.stringify(bare), { width: 640, height: 480 });
    context.after(shown.close);
    await ready(shown.page);
    assert.equal(await shown.page.isVisible("[data-toggle=strain]"), false);
});

test("cloth that is not in the page is named", async (context) => {
    const { page } = await open(context, { meshes: "{}" });
    assert.match(await page.textContent("#info"), /Not drawn: cloth sheet\. The view\.html of its run shows it\./);
});

test("broken cloth is named", async (context) => {
    const short = { cloth: [{ ...meshes.cloth[0], times: meshes.cloth[0].times.slice(1) }] };
    const { page, close } = await openPage(browser, JSON.stringify(motion), { ...settings, meshes: JSON.stringify(short) });
    context.after(close);
    assert.match(await page.textContent("#message"), /cloth sheet: has \d+ numbers, \d+ are needed/);
});

test("large cloth is read from the script beside the page, straight from disk", async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "gambol-linked-"));
    context.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "view.html"), await pageText(JSON.stringify(motion), '{"linked": "view.meshes.js"}'));
    await writeFile(join(folder, "view.meshes.js"), `gambolMeshes(${JSON.stringify(meshes)});\n`);
    const page = await browser.newPage();
    context.after(() => page.close());
    const complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(pathToFileURL(join(folder, "view.html")).href);
    await ready(page);
    await page.waitForFunction(() => !/Not drawn/.test(document.getElementById("info").textContent));
    const { position } = await vertexAt(page, 20, 40);
    const expected = sheetVertex(40, motion.times[20]).position;
    assert.ok(Math.hypot(...position.map((v, i) => v - expected[i])) < 1e-4);
    assert.deepEqual(complaints, []);

    await rm(join(folder, "view.meshes.js"));
    await page.reload();
    await ready(page);
    assert.match(await page.textContent("#info"), /It is in view\.meshes\.js, which belongs beside this page/);
});

test("a dropped page brings its cloth", async (context) => {
    const { page } = await open(context, { meshes: "{}" });
    const text = await pageText(JSON.stringify(motion), JSON.stringify(meshes));
    await page.evaluate((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "view.html"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
    }, text);
    await page.waitForFunction(() => !/Not drawn/.test(document.getElementById("info").textContent));
    assert.equal((await vertexAt(page, 0, 0)).position.length, 3);
});

test("the picture holds the dye of the cloth, from both of its sides", async (context) => {
    /** Share of the pixels in which red leads. */
    const redShare = async (page) => {
        const picture = await page.locator("#view").screenshot();
        return page.evaluate(async (encoded) => {
            const image = new Image();
            image.src = encoded;
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.width = image.width;
            canvas.height = image.height;
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            let red = 0;
            for (let i = 0; i < data.length; i += 4) red += data[i] > data[i + 1] + 40 && data[i] > data[i + 2] + 40;
            return (4 * red) / data.length;
        }, `data:image/png;base64,${picture.toString("base64")}`);
    };
    const front = await redShare((await open(context)).page);
    assert.ok(front > 0.03, `${front}`);
    // The same sheet with every triangle turned over shows its back.
    const bytes = Buffer.from(meshes.cloth[0].triangles, "base64");
    const turned = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4).slice().reverse();
    const cloth = [{ ...meshes.cloth[0], triangles: Buffer.from(turned.buffer).toString("base64") }];
    const back = await redShare((await open(context, { meshes: JSON.stringify({ ...meshes, cloth }) })).page);
    assert.ok(Math.abs(back - front) < 0.2 * front, `${back} instead of ${front}`);
});
