// SPDX-License-Identifier: MIT
// What the physics audit said of the motion: a bar at the top when it failed, a table in the panel.

export interface Check {
    name: string;
    passed: boolean;
    value: number | null;
    limit: number | null; // null: measured, not judged
    unit: string;
    subject: string;
    time: number | null;
}

export interface Audit {
    passed: boolean;
    checks: Check[];
    notes: string[];
}

/** Null where the page carries none, as in the bare template and for dropped files. */
export function readAudit(text: string): Audit | null {
    try {
        const value = JSON.parse(text === "" || text.startsWith("@@") ? "{}" : text) as Partial<Audit>;
        if (typeof value.passed !== "boolean" || !Array.isArray(value.checks)) return null;
        return { passed: value.passed, checks: value.checks, notes: value.notes ?? [] };
    } catch {
        return null;
    }
}

function figure(value: number | null): string {
    return value === null ? "\u2013" : `${+value.toPrecision(3)}`;
}

function sentence(check: Check): string {
    const who = check.subject ? ` of ${check.subject}` : "";
    const when = check.time === null || !check.value ? "" : ` at ${check.time.toFixed(2)} s`;
    return `${check.name}${who}: ${figure(check.value)} ${check.unit}, allowed ${figure(check.limit)}${when}`;
}

/** Shows or hides the bar at the top; `seek` goes to when a check was worst. */
export function showVerdict(bar: HTMLElement, audit: Audit | null, seek: (time: number) => void): void {
    bar.hidden = audit === null || audit.passed;
    bar.replaceChildren();
    if (!audit || audit.passed) return;
    const title = document.createElement("b");
    title.textContent = "This motion FAILED the physics audit.";
    bar.append(title);
    for (const check of audit.checks.filter((entry) => !entry.passed)) {
        const go = document.createElement("button");
        go.textContent = sentence(check);
        go.title = "Show it";
        go.addEventListener("click", () => check.time !== null && seek(check.time));
        bar.append(go);
    }
}

/** The table of all checks. */
export function auditTable(audit: Audit, seek: (time: number) => void): HTMLElement {
    const box = document.createElement("details");
    box.id = "audit-table";
    const summary = document.createElement("summary");
    const failed = audit.checks.filter((check) => !check.passed).length;
    summary.textContent = audit.passed ? "Audit passed" : `Audit FAILED: ${failed} of ${audit.checks.length} checks`;
    summary.className = audit.passed ? "good" : "bad";
    const table = document.createElement("table");
    for (const check of audit.checks) {
        const row = table.insertRow();
        const judged = check.limit !== null;
        row.className = !check.passed ? "bad" : judged ? "good" : "";
        row.title = sentence(check);
        for (const text of [!check.passed ? "\u2717" : judged ? "\u2713" : "\u00b7", check.name, figure(check.value), judged ? `\u2264 ${figure(check.limit)}` : "", check.unit])
            row.insertCell().textContent = text;
        row.addEventListener("click", () => check.time !== null && seek(check.time));
    }
    box.append(summary, table);
    for (const note of audit.notes) {
        const line = document.createElement("p");
        line.className = "note";
        line.textContent = note;
        box.append(line);
    }
    return box;
}
