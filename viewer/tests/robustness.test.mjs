// SPDX-License-Identifier: MIT
// Broken data, missing files, odd motions and dropped files: always a picture or a clear word, never a blank page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, launch, open as openPage, pageText, ready, state } from "./browser.mjs";
import { exampleMotion } from "./example_motion.mjs";

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser?.close());

const small = { width: 480, height: 360 };

/** A page that goes when the test ends, however it ends. */
async function open(context, text, settings) {
    const shown = await openPage(browser, text, settings);
    context.after(shown.close);
    return shown;
}

/** The example with something changed. */
function changed(change) {
    const motion = exampleMotion();
    change(motion);
    return JSON.stringify(motion);
}

/** Nine by seven heights around the origin. */
function hills() {
    const heights = Array.from({ length: 7 }, (_, j) => Array.from({ length: 9 }, (_, i) => 0.1 * Math.sin(i + 2 * j)));
    return { origin: [-4, -3], cell: [1, 1], heights };
}

function onHills(change) {
    return changed((m) => {
        m.surfaces[0].shape = { heightfield: hills() };
        change(m.surfaces[0].shape.heightfield);
    });
}

const mistakes = [
    ["no JSON at all", "{ this is not", /not valid JSON/],
    ["something else", '{"asset": {"version": "2.0"}}', /format: is not "gambol\/motion"/],
    ["a later version", changed((m) => (m.version = 2)), /version: is 2; this viewer reads version 1/],
    ["no times", changed((m) => (m.times = [])), /times: is empty/],
    ["times that run back", changed((m) => (m.times[7] = 0)), /times\[7\]: times must increase/],
    ["a missing sample", changed((m) => m.characters[0].positions.pop()), /characters\[0\]\.positions: has 300 entries, 301 are needed/],
    ["a missing body", changed((m) => m.characters[1].rotations[5].pop()), /characters\[1\]\.rotations\[5\]: has 1 entries, 2 are needed/],
    ["a null for a number", changed((m) => (m.props[0].positions[3][1] = null)), /props\[0\]\.positions\[3\]\[1\]: is not a number/],
    ["a child before its parent", changed((m) => (m.characters[0].bodies[1].parent = 4)), /bodies\[1\]\.parent: parents come before/],
    ["a patch on no body", changed((m) => (m.characters[0].contacts[0].body = 99)), /contacts\[0\]\.body: there is no body 99/],
    ["a short row of heights", onHills((h) => h.heights[3].pop()), /heightfield\.heights\[3\]: has 8 entries, 9 are needed/],
    ["a cell without length", onHills((h) => (h.cell = [1, 0])), /heightfield\.cell: both lengths must be above 0/],
    ["a single row of heights", onHills((h) => (h.heights.length = 1)), /heightfield\.heights: needs at least 2 rows of 2/],
    ["a shape without its radius", changed((m) => delete m.characters[0].bodies[0].shapes[0].capsule.radius), /shapes\[0\]\.capsule\.radius: is not a number/],
];
for (const [what, text, expected] of mistakes)
    test(`${what} is named`, async (context) => {
        const { page, complaints } = await open(context, text, small);
        const message = await page.textContent("#message");
        assert.equal(await page.isVisible("#message"), true);
        assert.match(message, expected);
        assert.match(message, /cannot be shown/);
        assert.deepEqual(complaints, []);
    });

test("without WebGL the page says so", async (context) => {
    const { page, complaints } = await open(context, JSON.stringify(exampleMotion()), {
        ...small,
        before: () => {
            const original = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                return kind.startsWith("webgl") ? null : original.call(this, kind, ...rest);
            };
        },
    });
    assert.match(await page.textContent("#message"), /needs WebGL 2/);
    assert.deepEqual(complaints, []);
});

test("names with markup in them are shown as text", async (context) => {
    const name = "</script><script>window.broken = 1</script><!-- <b>&amp;";
    const { page, complaints } = await open(context, changed((m) => (m.name = m.characters[0].name = name)), small);
    await ready(page);
    assert.equal((await state(page)).name, name);
    assert.equal(await page.textContent("#info-name"), name);
    assert.equal(await page.evaluate(() => window.broken), undefined);
    assert.deepEqual(complaints, []);
});

const odd = [
    ["a single sample", (m) => {
        m.times = [0];
        for (const c of [...m.characters, ...m.props]) {
            c.positions.length = c.rotations.length = 1;
            if (c.joints) c.joints.values.length = 1;
            for (const contact of c.contacts)
                for (const key of ["activation", "with", "force", "point", "torsion"]) contact[key].length = 1;
        }
    }],
    ["nobody in it", (m) => (m.characters = m.props = [])],
    ["no surfaces, markers or contacts", (m) => {
        delete m.surfaces;
        delete m.markers;
        for (const c of m.characters) c.contacts = [];
    }],
    ["bodies without mass or shape", (m) => {
        for (const body of m.characters[0].bodies) {
            body.mass = 0;
            body.shapes = [];
        }
    }],
    ["times that start late and are uneven", (m) => (m.times = m.times.map((t) => 3 + t + 0.001 * Math.sin(40 * t)))],
    ["hills instead of a ground", (m) => {
        m.surfaces = [{ name: "hills", friction: 1, shape: { heightfield: hills() } }];
    }],
    ["a tilted plane and a point patch", (m) => {
        m.surfaces[0].shape.plane.normal = [0, -0.6, 0.8];
        m.characters[0].contacts[0].half_size = [0, 0];
        m.characters[0].contacts[1].normal = [1, 0, 0];
    }],
];
for (const [what, change] of odd)
    test(`a motion with ${what} is shown`, async (context) => {
        const { page, complaints } = await open(context, changed(change), small);
        await ready(page);
        for (const key of ["t", "k", "End", "Space", "Space", "3", "f", "Home"]) await page.keyboard.press(key);
        await drawn(page);
        assert.equal(await page.isVisible("#message"), false);
        assert.deepEqual(complaints, []);
    });

const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";

test("missing meshes and unknown shapes are named, and a dropped mesh is taken", async (context) => {
    const text = changed((m) => {
        m.characters[1].bodies[0].shapes = [{ mesh: { file: "meshes/trunk.obj" } }];
        m.surfaces.push({ name: "hill", shape: { torus: { radius: 1 } }, friction: 1 });
        m.cloth = [{ name: "cape", mesh: "cloth.obj", cache: "cloth.pc2" }];
    });
    const { page, complaints } = await open(context, text, { width: 900, height: 500 });
    await ready(page);
    const note = await page.textContent("#info");
    assert.match(note, /Not loaded: meshes\/trunk\.obj/);
    assert.match(note, /Not drawn: torus/);
    assert.match(note, /cloth cape/);
    await drop(page, "trunk.obj", triangle);
    await page.waitForFunction(() => !document.getElementById("info").textContent.includes("trunk.obj"));
    await drawn(page);
    assert.deepEqual(complaints, []);
});

function drop(page, name, text, shiftKey = false) {
    return page.evaluate(
        ([name, text, shiftKey]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], name));
            for (const type of ["dragenter", "dragover", "drop"])
                document.getElementById("view").dispatchEvent(
                    new DragEvent(type, { dataTransfer, shiftKey, bubbles: true, cancelable: true }),
                );
        },
        [name, text, shiftKey],
    );
}

test("a dropped motion or page replaces the one on show, with Shift it joins as a ghost", async (context) => {
    const { page, complaints } = await open(context, JSON.stringify(exampleMotion()), { width: 900, height: 500 });
    await ready(page);
    const other = changed((m) => {
        m.name = "other";
        for (const frame of m.characters[0].positions) for (const p of frame) p[1] += 1;
    });
    await drop(page, "motion.json", other, true);
    await page.waitForFunction(() => document.getElementById("info").textContent.includes("Ghost: other"));
    assert.equal((await state(page)).name, "walk-and-hop");
    await page.click("#info .close");
    assert.doesNotMatch(await page.textContent("#info"), /Ghost/);

    const y = () => page.evaluate(() => window.gambol.bodyWorldPosition("ann", "pelvis")[1]);
    const before = await y();
    await drop(page, "motion.json", other);
    await page.waitForFunction(() => window.gambol.name === "other");
    assert.ok(Math.abs((await y()) - before - 1) < 1e-6);
    await drop(page, "view.html", await pageText(changed((m) => (m.name = "third"))));
    await page.waitForFunction(() => window.gambol.name === "third");
    await page.keyboard.press("End");
    assert.equal((await state(page)).frame, 300);

    await drop(page, "notes.txt", "hello");
    await page.waitForSelector("#message:not([hidden])");
    assert.match(await page.textContent("#message"), /notes\.txt cannot be shown/);
    await page.click("#message button");
    assert.equal(await page.isVisible("#message"), false);
    assert.equal((await state(page)).name, "third");
    assert.deepEqual(complaints, []);
});

test("the bare template waits for a motion and takes it", async (context) => {
    const { page, complaints } = await open(context, null, small);
    assert.match(await page.textContent("#message"), /Drop a motion\.json/);
    await drop(page, "motion.json", JSON.stringify(exampleMotion()));
    await page.waitForFunction(() => window.gambol?.ready);
    await ready(page);
    assert.equal(await page.isVisible("#message"), false);
    assert.equal((await state(page)).name, "walk-and-hop");
    assert.deepEqual(complaints, []);
});
