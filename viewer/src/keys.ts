// SPDX-License-Identifier: MIT
// Every key in one table: the handler and the help page both read it.

export interface Key {
    /** What KeyboardEvent.key says, lower case. */
    match: string[];
    /** What the help shows. */
    show: string;
    text: string;
    run: (event: KeyboardEvent) => void;
}

export function listen(keys: Key[]): void {
    window.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const target = event.target as HTMLElement;
        if (document.querySelector("dialog[open]")) return;
        // A button reached with the Tab key is pressed by Space and Enter, as everywhere.
        const onControl = target.closest?.("button, summary, a");
        if (onControl && (event.key === " " || event.key === "Enter")) return;
        const key = keys.find((entry) => entry.match.includes(event.key.toLowerCase()));
        if (!key) return;
        event.preventDefault();
        key.run(event);
    });
    // A button clicked with the mouse gives the keyboard back, so that Space plays again.
    document.addEventListener("click", (event) => {
        if (event.detail > 0) (event.target as HTMLElement).closest?.("button")?.blur();
    });
}

export function fillHelp(dialog: HTMLDialogElement, keys: Key[]): void {
    const title = document.createElement("h2");
    title.id = "help-title";
    title.textContent = "Keys";
    const columns = document.createElement("div");
    columns.className = "columns";
    for (const key of keys) {
        const line = document.createElement("div");
        line.className = "key";
        const name = document.createElement("kbd");
        name.textContent = key.show;
        const text = document.createElement("span");
        text.textContent = key.text;
        line.append(text, name);
        columns.append(line);
    }
    const hints = document.createElement("p");
    hints.textContent =
        "Drag to orbit, right-drag or Ctrl-drag to pan, wheel or pinch to zoom. Drag along the ruler or the chart to " +
        "scrub; point at the chart for forces. Drop another motion.json or view.html on the page to open it, " +
        "with Shift to see it as a ghost beside this one.";
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(title, columns, hints, close);
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => {
        if (event.key !== "?") return;
        dialog.close();
        event.preventDefault();
    });
}
