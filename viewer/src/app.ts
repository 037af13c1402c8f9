// SPDX-License-Identifier: MIT
// Ties the stage, the player, the timeline and the controls together.
import { Vector3 } from "three";
import { attach, type PageMeshes } from "./cloth";
import { readAudit, showVerdict, type Audit } from "./audit";
import { readDropped } from "./page_data";
import { auditText, type Dropped } from "./drop";
import { hideMessage, showInfo, showMessage } from "./info";
import { fillHelp, listen, type Key } from "./keys";
import { MotionError, type Motion, type Vec3 } from "./motion";
import { GhostScene, MotionScene, type Layer, type Layers } from "./motion_scene";
import { themeFor } from "./palette";
import { Player, speeds } from "./player";
import { locate } from "./sampling";
import { parseObj, type MeshFiles } from "./shapes";
import { Stage, type ViewName } from "./stage";
import { Timeline } from "./timeline";

function element<T extends HTMLElement>(id: string): T {
    return document.getElementById(id) as T;
}

type Toggle = Layer | "follow";

const toggles: { id: Toggle; key: string; label: string; text: string }[] = [
    { id: "forces", key: "a", label: "Forces", text: "force arrows" },
    { id: "patches", key: "c", label: "Contacts", text: "contact patches" },
    { id: "mass", key: "m", label: "Mass centre", text: "centre of mass and its plumb line" },
    { id: "trail", key: "t", label: "Trail", text: "ghosts and paths of the whole clip" },
    { id: "skeleton", key: "k", label: "Skeleton", text: "skeleton" },
    { id: "strain", key: "s", label: "Stretch", text: "stretch of cloth: red longer than at rest, blue shorter, full colour at 5 %" },
    { id: "follow", key: "f", label: "Follow", text: "camera follows the character" },
];

const views: { name: ViewName; label: string; text: string }[] = [
    { name: "three-quarter", label: "\u00be", text: "three-quarter view" },
    { name: "front", label: "Front", text: "front view" },
    { name: "side", label: "Side", text: "side view" },
    { name: "top", label: "Top", text: "view from above" },
];

/** One motion on show, and every control of the page. */
export class App {
    readonly layers: Layers = { forces: true, patches: true, mass: true, trail: false, skeleton: false, strain: false };
    follow = false;
    scene: MotionScene;
    player: Player;
    private readonly stage: Stage;
    private readonly timeline: Timeline;
    private ghost: GhostScene | null = null;
    private readonly dark = matchMedia("(prefers-color-scheme: dark)");
    private readonly focus = new Vector3();
    private posed = NaN; // time of the pose on show
    private readonly keys: Key[];

    constructor(
        motion: Motion,
        context: WebGL2RenderingContext,
        private readonly files: MeshFiles = new Map(),
        private audit: Audit | null = null,
    ) {
        this.stage = new Stage(element<HTMLCanvasElement>("view"), context);
        this.scene = new MotionScene(motion, this.theme, this.files);
        this.player = this.makePlayer(motion);
        this.timeline = new Timeline(this.player);
        this.keys = this.makeKeys();
        listen(this.keys);
        fillHelp(element<HTMLDialogElement>("help"), this.keys);
        this.wireButtons();
        this.dark.addEventListener("change", () => this.retheme());
        document.addEventListener("visibilitychange", () => this.player.rest());
        this.present();
        this.fetchMeshes(motion);
        requestAnimationFrame(this.tick);
    }

    private get theme() {
        return themeFor(this.dark.matches);
    }

    private makePlayer(motion: Motion): Player {
        const player = new Player(motion.times, () => this.refresh());
        if (this.player) {
            player.speed = this.player.speed;
            player.loop = this.player.loop;
        }
        return player;
    }

    /** Puts the current scene on the stage and everything around it in step. */
    private present(): void {
        this.stage.setTheme(this.theme);
        this.stage.scene.add(this.scene.group);
        this.stage.setSubject(this.scene.bounds, this.scene.travel);
        this.scene.setLayers(this.layers);
        this.posed = NaN;
        this.timeline.load(this.scene.motion, this.player);
        this.writeInfo();
        this.refresh();
    }

    private writeInfo(): void {
        const seek = (time: number) => {
            this.player.pause();
            this.player.setTime(time);
        };
        showInfo(this.scene.motion, this.files, this.audit, seek, this.ghost?.motion ?? null, () => this.setGhost(null));
        showVerdict(element("verdict"), this.audit, seek);
    }

    private show(motion: Motion, audit: Audit | null): void {
        this.audit = audit;
        this.setGhost(null);
        this.scene.dispose();
        this.scene = new MotionScene(motion, this.theme, this.files);
        this.player = this.makePlayer(motion);
        this.present();
        this.fetchMeshes(motion);
    }

    private setGhost(motion: Motion | null): void {
        this.ghost?.dispose();
        this.ghost = motion ? new GhostScene(motion, this.files) : null;
        if (this.ghost) this.stage.scene.add(this.ghost.group);
        this.posed = NaN;
        this.writeInfo();
        this.refresh();
    }

    private retheme(): void {
        this.stage.setTheme(this.theme);
        this.scene.setTheme(this.theme);
        this.timeline.draw();
    }

    /** A motion, a page with a motion inside, or a mesh that the motion names. */
    receive({ name, text, asGhost }: Dropped): void {
        if (/\.obj$/i.test(name)) {
            this.addMesh(name, text);
            return;
        }
        try {
            const motion = readDropped(text, this.files);
            if (asGhost) this.setGhost(motion);
            else this.show(motion, readAudit(auditText(text)));
            hideMessage();
        } catch (error) {
            if (!(error instanceof MotionError)) throw error;
            showMessage(`${name} cannot be shown`, [error.message], "Back");
        }
    }

    /** A mesh that bodies name has arrived: build the scene again with it. */
    private addMesh(name: string, text: string): void {
        for (const file of meshFiles(this.scene.motion)) if (baseName(file) === baseName(name)) this.files.set(file, parseObj(text));
        this.rebuild();
    }

    /** What a script beside the page holds has arrived. */
    addMeshes(page: PageMeshes): void {
        attach(page, this.scene.motion, this.files);
        this.rebuild();
        this.stage.setSubject(this.scene.bounds, this.scene.travel);
        this.refresh();
    }

    private rebuild(): void {
        const { time } = this.player;
        this.scene.dispose();
        this.scene = new MotionScene(this.scene.motion, this.theme, this.files);
        this.stage.scene.add(this.scene.group);
        this.scene.setLayers(this.layers);
        this.posed = NaN;
        this.player.setTime(time);
        this.writeInfo();
    }

    /** From a server the mesh files beside the page can be read; from a disk the browser forbids it. */
    private fetchMeshes(motion: Motion): void {
        if (!location.protocol.startsWith("http")) return;
        for (const file of meshFiles(motion))
            fetch(file)
                .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
                .then((text) => this.addMesh(file, text))
                .catch(() => undefined); // the info panel already says that it is missing
    }

    private makeKeys(): Key[] {
        return [
            { match: [" "], show: "Space", text: "play or pause", run: () => this.player.toggle() },
            { match: ["arrowleft"], show: "\u2190", text: "one frame back (Shift: 10)", run: (e) => this.player.step(e.shiftKey ? -10 : -1) },
            { match: ["arrowright"], show: "\u2192", text: "one frame on (Shift: 10)", run: (e) => this.player.step(e.shiftKey ? 10 : 1) },
            { match: ["home"], show: "Home", text: "first frame", run: () => this.player.setTime(this.player.start) },
            { match: ["end"], show: "End", text: "last frame", run: () => this.player.setTime(this.player.end) },
            { match: ["["], show: "[", text: "slower", run: () => this.player.shiftSpeed(-1) },
            { match: ["]"], show: "]", text: "faster", run: () => this.player.shiftSpeed(1) },
            { match: ["l"], show: "L", text: "repeat", run: () => this.player.setLoop(!this.player.loop) },
            ...toggles.map(({ id, key, text }) => ({
                match: [key],
                show: key.toUpperCase(),
                text,
                run: () => this.flip(id),
            })),
            ...views.map(({ name, text }, i) => ({
                match: [`${i + 1}`],
                show: `${i + 1}`,
                text,
                run: () => this.look(name),
            })),
            { match: ["p"], show: "P", text: "plots of joint angle, torque and contact forces", run: () => this.timeline.plots.toggle() },
            { match: ["i"], show: "I", text: "information", run: () => element<HTMLDetailsElement>("info").toggleAttribute("open") },
            { match: ["?"], show: "?", text: "this page", run: () => element<HTMLDialogElement>("help").showModal() },
        ];
    }

    private wireButtons(): void {
        const click = (id: string, run: () => void) => element(id).addEventListener("click", run);
        click("play", () => this.player.toggle());
        click("first", () => this.player.setTime(this.player.start));
        click("last", () => this.player.setTime(this.player.end));
        click("back", () => this.player.step(-1));
        click("forward", () => this.player.step(1));
        click("loop", () => this.player.setLoop(!this.player.loop));
        click("help-open", () => element<HTMLDialogElement>("help").showModal());
        for (const speed of speeds) {
            const made = button("speeds", `${speed}\u00d7`, `Speed ${speed}`, () => this.player.setSpeed(speed));
            made.dataset.speed = `${speed}`;
        }
        for (const { id, key, label, text } of toggles) {
            const made = button("toggles", label, `${text} (${key.toUpperCase()})`, () => this.flip(id));
            made.dataset.toggle = id;
        }
        views.forEach(({ name, label, text }, i) => {
            const made = button("views", label, `${text} (${i + 1})`, () => this.look(name));
            made.setAttribute("aria-label", text);
            made.dataset.view = name;
        });
        if (matchMedia("(max-width: 760px), (max-height: 440px)").matches) element("info").removeAttribute("open");
    }

    flip(id: Toggle): void {
        if (id === "follow") {
            this.follow = !this.follow;
            if (this.follow) this.centre();
        } else {
            this.layers[id] = !this.layers[id];
            this.scene.setLayers(this.layers);
        }
        this.refresh();
    }

    private look(name: ViewName): void {
        this.stage.show(name);
        if (this.follow) this.centre();
    }

    /** Brings the character to the middle of the picture without turning or zooming. */
    private centre(): void {
        this.scene.focus(locate(this.player.times, this.player.time), this.focus);
        const by = this.focus.clone().sub(this.stage.controls.target);
        this.stage.shift(by.setZ(0));
    }

    /** Everything that shows the state of the player or of a switch. */
    private refresh(): void {
        this.stage.invalidate();
        this.timeline?.update();
        const { player } = this;
        if (!player) return;
        document.body.classList.toggle("playing", player.playing);
        element("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
        element("loop").setAttribute("aria-pressed", `${player.loop}`);
        for (const made of document.querySelectorAll<HTMLElement>("[data-speed]"))
            made.setAttribute("aria-pressed", `${Number(made.dataset.speed) === player.speed}`);
        for (const made of document.querySelectorAll<HTMLElement>("[data-toggle]")) {
            const id = made.dataset.toggle as Toggle;
            made.setAttribute("aria-pressed", `${id === "follow" ? this.follow : this.layers[id]}`);
            if (id === "strain") made.hidden = this.scene.sheets.length === 0;
        }
        const total = document.createElement("small");
        total.textContent = ` / ${player.end.toFixed(2)} s`;
        element("clock").replaceChildren(`${player.time.toFixed(2)}`, total);
        element("counter").textContent = `frame ${player.frame} of ${player.times.length - 1}`;
    }

    /** Brings the bodies to the time of the player. */
    pose(): void {
        if (this.posed === this.player.time) return;
        this.posed = this.player.time;
        const at = locate(this.player.times, this.player.time);
        this.scene.pose(at);
        this.ghost?.poseAt(this.player.time);
        const before = this.focus.clone();
        this.scene.focus(at, this.focus);
        this.stage.lightFollows(this.focus);
        if (this.follow) this.stage.shift(this.focus.clone().sub(before).setZ(0));
        this.stage.invalidate();
    }

    private readonly tick = (now: number): void => {
        this.player.tick(now);
        this.pose();
        this.stage.tick();
        requestAnimationFrame(this.tick);
    };

    cameraPosition(): Vec3 {
        return this.stage.camera.position.toArray();
    }

    /** A vertex of a cloth as it is drawn now: place, normal, colour. */
    clothVertex(name: string, index: number): { position: Vec3; normal: Vec3; colour: Vec3 } {
        this.pose();
        const view = this.scene.sheets.find((entry) => entry.sheet.name === name);
        if (!view) throw new Error(`no cloth ${name}`);
        return { position: view.vertex(index), normal: view.normal(index), colour: view.colour(index) };
    }

    /** Where three.js has a point of a body (body frame) in the world. */
    worldPosition(actorName: string, bodyName: string, point: Vec3): Vec3 {
        this.pose();
        const view = this.scene.actors.find((entry) => entry.actor.name === actorName);
        const index = view?.actor.bodies.findIndex((body) => body.name === bodyName) ?? -1;
        if (!view || index < 0) throw new Error(`no body ${bodyName} in ${actorName}`);
        return new Vector3(...point).applyMatrix4(view.nodes[index].matrixWorld).toArray();
    }
}

function meshFiles(motion: Motion): Set<string> {
    const shapes = [
        ...motion.surfaces.map((surface) => surface.shape),
        ...motion.actors.flatMap((actor) => actor.bodies.flatMap((body) => body.shapes)),
    ];
    return new Set(shapes.flatMap((shape) => (shape.kind === "mesh" && shape.triangles.length === 0 && shape.file ? [shape.file] : [])));
}

function baseName(path: string): string {
    return path.slice(path.lastIndexOf("/") + 1);
}

function button(parent: string, label: string, title: string, run: () => void): HTMLButtonElement {
    const made = document.createElement("button");
    made.textContent = label;
    made.title = title;
    made.addEventListener("click", run);
    element(parent).append(made);
    return made;
}
