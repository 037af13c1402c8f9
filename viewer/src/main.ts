// SPDX-License-Identifier: MIT
// Starts the page: the motion written into it, or one dropped onto it, or a word on what is wrong.
import { App } from "./app";
import { readAudit } from "./audit";
import { readMeshes, type WrittenMeshes } from "./cloth";
import { auditText, listenForDrops, meshesText, motionText, type Dropped } from "./drop";
import { hideMessage, showMessage } from "./info";
import { MotionError, type Motion, type Vec3 } from "./motion";
import { readPage } from "./page_data";
import type { MeshFiles } from "./shapes";
import { drawingContext } from "./stage";

let app: App | null = null;

/** The motion written into this page, or null in the bare template. */
function embeddedMotion(): string | null {
    const text = document.getElementById("motion")!.textContent ?? "";
    return text.startsWith("@@") ? null : text;
}

function written(id: string): string {
    return document.getElementById(id)!.textContent ?? "";
}

/** Settings in the address: view.html#t=1.5 opens at 1.5 s, view.html#play starts at once. */
function applyAddress(shown: App): void {
    const settings = new URLSearchParams(location.hash.slice(1));
    const time = Number(settings.get("t"));
    if (Number.isFinite(time) && time > 0) shown.player.setTime(time);
    if (settings.has("play")) shown.player.play();
}

declare global {
    interface Window {
        gambol?: object;
        gambolMeshes?: (written: WrittenMeshes) => void;
    }
}

/** A window for tests: reads the state, and moves nothing but the playhead. */
function expose(shown: App): void {
    window.gambol = Object.freeze({
        ready: true,
        get name() {
            return shown.scene.motion.name;
        },
        get frame() {
            return shown.player.frame;
        },
        get time() {
            return shown.player.time;
        },
        get playing() {
            return shown.player.playing;
        },
        get speed() {
            return shown.player.speed;
        },
        get loop() {
            return shown.player.loop;
        },
        get camera() {
            return shown.cameraPosition();
        },
        setFrame: (frame: number) => shown.player.setFrame(frame),
        bodyWorldPosition: (actor: string, body: string, point: Vec3 = [0, 0, 0]) =>
            shown.worldPosition(actor, body, point),
        clothVertex: (name: string, index: number) => shown.clothVertex(name, index),
    });
}

/** Cloth too large for the page stands in a script beside it, which calls gambolMeshes() with it. */
function loadLinked(shown: App, linked: string): void {
    window.gambolMeshes = (written) => shown.addMeshes(readMeshes(written));
    const script = document.createElement("script");
    script.src = linked;
    document.body.append(script); // where it is missing, the information panel already says so
}

function launch(name: string, text: string, meshes: string, audit: string): void {
    let motion: Motion;
    const files: MeshFiles = new Map();
    try {
        motion = readPage(text, meshes, files);
    } catch (error) {
        if (!(error instanceof MotionError)) throw error;
        showMessage(`${name} cannot be shown`, [error.message, "Another motion.json can be dropped onto this page."]);
        return;
    }
    const context = drawingContext(document.getElementById("view") as HTMLCanvasElement);
    if (!context) {
        showMessage("This browser cannot draw in three dimensions", [
            "The viewer needs WebGL 2. Switch on hardware acceleration in the browser's settings, or open this page in another browser.",
        ]);
        return;
    }
    hideMessage();
    app = new App(motion, context, files, readAudit(audit));
    if (motion.linked) loadLinked(app, motion.linked);
    applyAddress(app);
    expose(app);
}

function receive(dropped: Dropped): void {
    if (app) app.receive(dropped);
    else launch(dropped.name, motionText(dropped.text), meshesText(dropped.text), auditText(dropped.text));
}

function start(): void {
    listenForDrops(document.getElementById("drop")!, receive);
    const text = embeddedMotion();
    if (text === null) showMessage("gambol viewer", ["Drop a motion.json onto this page to watch it."]);
    else launch("This motion", text, written("meshes"), written("audit"));
}

window.addEventListener("error", (event) => {
    if (!window.gambol) showMessage("The viewer stopped", [event.message]);
});
start();
