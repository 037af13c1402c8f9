// SPDX-License-Identifier: MIT
// The small panel that says what is on show, and the page that says why nothing is.
import { auditTable, type Audit } from "./audit";
import type { Motion, Shape } from "./motion";
import { actorColour, clothColour } from "./palette";
import type { MeshFiles } from "./shapes";

function make(tag: string, className: string, ...content: (Node | string)[]): HTMLElement {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...content);
    return made;
}

function actorList(motion: Motion): HTMLElement {
    const list = make("ul", "");
    const seen = { character: 0, prop: 0 };
    for (const actor of motion.actors) {
        const number = seen[actor.kind]++;
        const swatch = make("span", "swatch");
        swatch.style.background = `#${actorColour(actor, number, "").getHexString()}`;
        list.append(make("li", "", swatch, actor.name, make("small", "", `${+actor.mass.toFixed(1)} kg`)));
    }
    motion.sheets.forEach((sheet, i) => {
        const swatch = make("span", "swatch");
        swatch.style.background = `#${clothColour(i).getHexString()}`;
        list.append(make("li", "", swatch, sheet.name, make("small", "", `${sheet.rest.length / 3} vertices`)));
    });
    return list;
}

/** What of the motion this page cannot draw, and what to do about it. */
function omissions(motion: Motion, files: MeshFiles): string[] {
    const shapes: Shape[] = [
        ...motion.surfaces.map((surface) => surface.shape),
        ...motion.actors.flatMap((actor) => actor.bodies.flatMap((body) => body.shapes)),
    ];
    const meshes = new Set<string>();
    const unknown = new Set<string>();
    for (const shape of shapes) {
        if (shape.kind === "mesh" && shape.triangles.length === 0 && !files.has(shape.file)) meshes.add(shape.file);
        if (shape.kind === "unknown") unknown.add(shape.name);
    }
    const notes: string[] = [];
    if (meshes.size > 0) notes.push(`Not loaded: ${[...meshes].join(", ")}. Drop the file onto this page to see it.`);
    if (unknown.size > 0) notes.push(`Not drawn: ${[...unknown].join(", ")} (unknown to this viewer).`);
    const missing = motion.cloth.filter((name) => !motion.sheets.some((sheet) => sheet.name === name));
    const remedy = motion.linked ? `It is in ${motion.linked}, which belongs beside this page.` : "The view.html of its run shows it.";
    if (missing.length > 0) notes.push(`Not drawn: cloth ${missing.join(", ")}. ${remedy}`);
    return notes;
}

export function showInfo(
    motion: Motion,
    files: MeshFiles,
    audit: Audit | null,
    seek: (time: number) => void,
    ghost: Motion | null,
    removeGhost: () => void,
): void {
    document.title = `${motion.name} \u2013 gambol`;
    document.getElementById("info-name")!.textContent = motion.name;
    const { times } = motion;
    const length = times[times.length - 1] - times[0];
    const rate = length > 0 ? (times.length - 1) / length : 0;
    const facts = make("dl", "");
    const fact = (name: string, value: string) => {
        if (value) facts.append(make("dt", "", name), make("dd", "", value));
    };
    fact("Method", motion.method);
    fact("Mass", motion.massModel);
    fact("Length", `${+length.toFixed(3)} s, ${times.length} frames${rate > 0 ? ` at ${+rate.toFixed(1)}/s` : ""}`);
    const body = document.getElementById("info-body")!;
    body.replaceChildren(facts, actorList(motion));
    if (audit) body.append(auditTable(audit, seek));
    for (const note of omissions(motion, files)) body.append(make("p", "note", note));
    if (ghost) {
        const close = make("button", "close", "\u00d7");
        close.title = "Remove the ghost";
        close.setAttribute("aria-label", "Remove the ghost");
        close.addEventListener("click", removeGhost);
        body.append(make("ul", "", make("li", "", `Ghost: ${ghost.name}`, close)));
    }
}

/** Covers the page with a message; with `dismiss` it can be sent away again. */
export function showMessage(title: string, lines: string[], dismiss?: string): void {
    const box = make("div", "", make("h1", "", title), ...lines.map((line) => make("p", "", line)));
    const message = document.getElementById("message")!;
    if (dismiss) {
        const close = make("button", "", dismiss);
        close.style.marginTop = "14px";
        close.style.border = "1px solid var(--line)";
        close.addEventListener("click", hideMessage);
        box.append(close);
    }
    message.replaceChildren(box);
    message.hidden = false;
}

export function hideMessage(): void {
    document.getElementById("message")!.hidden = true;
}
