// SPDX-License-Identifier: MIT
// A real headless Chromium with the network off, showing pages from disk.
import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function findChromium() {
    const folders = (process.env.PATH ?? "").split(delimiter);
    const names = ["chromium", "chromium-browser", "google-chrome"];
    const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
    if (!found) throw new Error(`none of ${names.join(", ")} is on the PATH`);
    return found;
}

export function launch() {
    return chromium.launch({
        executablePath: findChromium(),
        args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking"],
    });
}

/** The page for a motion, as view_page() in src/gambol/io/view_html.cpp makes it. */
export async function pageText(motionJson, meshesJson = "{}", auditJson = "{}") {
    const template = await readFile(join(here, "../dist/template.html"), "utf8");
    const filled = template.split("@@GAMBOL_MOTION_JSON@@").join(motionJson.replaceAll("<", "\\u003c"));
    const dressed = filled.split("@@GAMBOL_MESHES_JSON@@").join(meshesJson);
    return dressed.split("@@GAMBOL_AUDIT_JSON@@").join(auditJson.replaceAll("<", "\\u003c"));
}

/**
 * Opens a page for this motion text from a temporary file. `complaints` collects console errors and
 * warnings, exceptions and every request that is not the page itself.
 */
export async function open(browser, motionJson, { hash = "", width = 1280, height = 720, before, meshes = "{}", audit = "{}", ...settings } = {}) {
    const folder = await mkdtemp(join(tmpdir(), "gambol-viewer-"));
    const file = join(folder, "view.html");
    await writeFile(file, motionJson === null ? await readFile(join(here, "../dist/template.html")) : await pageText(motionJson, meshes, audit));
    const context = await browser.newContext({ viewport: { width, height }, offline: true, ...settings });
    // Software rendering on a busy machine takes its time.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const complaints = [];
    const url = pathToFileURL(file).href + hash;
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
    page.on("request", (request) => {
        if (request.url() !== url.split("#")[0] && !request.url().startsWith("data:")) complaints.push(`request: ${request.url()}`);
    });
    if (before) await page.addInitScript(before);
    await page.goto(url);
    const close = async () => {
        await context.close();
        await rm(folder, { recursive: true });
    };
    return { page, complaints, close };
}

/** Resolves once the motion stands on the stage and has been drawn. */
export async function ready(page) {
    const told = await page.waitForFunction(() => {
        const message = document.getElementById("message");
        return window.gambol?.ready ? "ready" : !message.hidden && message.textContent;
    });
    const text = await told.jsonValue();
    if (text !== "ready") throw new Error(`the page says: ${text}`);
    await drawn(page);
}

/** Two animation frames: what was asked for before has been drawn. */
export function drawn(page) {
    return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export const state = (page) =>
    page.evaluate(() => {
        const { frame, time, playing, speed, loop, name } = window.gambol;
        return { frame, time, playing, speed, loop, name };
    });
