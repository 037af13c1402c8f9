// SPDX-License-Identifier: MIT
// Files dragged onto the page.

export interface Dropped {
    name: string;
    text: string;
    asGhost: boolean;
}

/** The motion inside a viewer page, or the text itself when it is not a page. */
export function motionText(text: string): string {
    if (!/^\s*<!doctype html/i.test(text)) return text;
    const page = new DOMParser().parseFromString(text, "text/html");
    return page.getElementById("motion")?.textContent ?? "";
}

function besides(text: string, id: string): string {
    if (!/^\s*<!doctype html/i.test(text)) return "";
    const page = new DOMParser().parseFromString(text, "text/html");
    return page.getElementById(id)?.textContent ?? "";
}

/** The text of the meshes and cloth inside a viewer page; empty when there are none. */
export function meshesText(text: string): string {
    return besides(text, "meshes");
}

/** The text of the audit inside a viewer page; empty when there is none. */
export function auditText(text: string): string {
    return besides(text, "audit");
}

export function listenForDrops(veil: HTMLElement, receive: (dropped: Dropped) => void): void {
    let depth = 0; // dragenter and dragleave also fire for every element inside
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    window.addEventListener("dragenter", (event) => {
        if (!isFile(event)) return;
        depth++;
        veil.hidden = false;
    });
    window.addEventListener("dragleave", () => {
        depth = Math.max(0, depth - 1);
        veil.hidden = depth === 0;
    });
    window.addEventListener("dragover", (event) => {
        if (isFile(event)) event.preventDefault();
    });
    window.addEventListener("drop", (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        depth = 0;
        veil.hidden = true;
        const asGhost = event.shiftKey;
        for (const file of event.dataTransfer!.files)
            void file.text().then((text) => receive({ name: file.name, text, asGhost }));
    });
}
