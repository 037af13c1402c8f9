// SPDX-License-Identifier: MIT
// Plots under the timeline, on its time axis: angle and torque of one joint, forces of its character's contacts.
import type { Actor, Motion } from "./motion";
import { actorColour } from "./palette";
import { totalForce } from "./sampling";

/** One line of a plot. */
interface Series {
    name: string;
    colour: string;
    values: Float64Array;
}

interface Plot {
    title: string;
    unit: string;
    series: Series[];
}

interface Choice {
    actor: Actor;
    number: number; // of its kind
    joint: number; // index, or -1 for an actor without joints
}

export const plotHeight = 84;
const inset = 6; // above and below the lines

const degrees = 180 / Math.PI;

function choices(motion: Motion): Choice[] {
    const seen = { character: 0, prop: 0 };
    return motion.actors.flatMap((actor) => {
        const number = seen[actor.kind]++;
        if (actor.joints.names.length > 0) return actor.joints.names.map((_, joint) => ({ actor, number, joint }));
        return actor.contacts.length > 0 ? [{ actor, number, joint: -1 }] : [];
    });
}

function column(table: Float64Array, width: number, index: number, factor = 1): Float64Array {
    return Float64Array.from({ length: table.length / width }, (_, k) => factor * table[k * width + index]);
}

function plotsOf({ actor, number, joint }: Choice, samples: number): Plot[] {
    const plots: Plot[] = [];
    const { names, values, torques } = actor.joints;
    if (joint >= 0) {
        plots.push({ title: "angle", unit: "\u00b0", series: [{ name: names[joint], colour: "", values: column(values, names.length, joint, degrees) }] });
        if (torques)
            plots.push({ title: "torque", unit: "N m", series: [{ name: names[joint], colour: "", values: column(torques, names.length, joint) }] });
    }
    if (actor.contacts.length > 0)
        plots.push({
            title: "force",
            unit: "N",
            series: actor.contacts.map((contact) => ({
                name: contact.name,
                colour: `#${actorColour(actor, number, contact.name).getHexString()}`,
                values: Float64Array.from({ length: samples }, (_, k) => totalForce(contact, k)),
            })),
        });
    return plots;
}

function range(plot: Plot): [number, number] {
    let low = 0;
    let high = 0;
    for (const { values } of plot.series)
        for (const value of values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    return high > low ? [low, high] : [low - 1, high + 1];
}

/** The stack of plots; `Timeline` gives it the time axis and the pointer. */
export class Plots {
    private readonly box = document.getElementById("plots") as HTMLElement;
    private readonly stack = document.getElementById("plot-stack") as HTMLElement;
    private readonly select = document.getElementById("plot-joint") as HTMLSelectElement;
    private readonly button = document.getElementById("plots-open") as HTMLElement;
    private entries: Choice[] = [];
    private shown: { plot: Plot; canvas: HTMLCanvasElement; readout: HTMLElement }[] = [];
    private samples = 0;

    constructor(
        private readonly redraw: () => void,
        private readonly scrub: (canvas: HTMLCanvasElement) => void,
    ) {
        this.select.addEventListener("change", () => this.choose(Number(this.select.value)));
        // Arrow keys belong to the player, not to the list.
        this.select.addEventListener("keyup", () => this.select.blur());
        this.button.addEventListener("click", () => this.toggle());
    }

    load(motion: Motion): void {
        this.samples = motion.times.length;
        this.entries = choices(motion);
        const several = new Set(this.entries.map(({ actor }) => actor)).size > 1;
        this.select.replaceChildren(
            ...this.entries.map(({ actor, joint }, i) => {
                const option = document.createElement("option");
                const name = joint < 0 ? "contacts" : actor.joints.names[joint].replaceAll("_", " ");
                option.value = `${i}`;
                option.textContent = several ? `${actor.name}: ${name}` : name;
                return option;
            }),
        );
        this.button.hidden = this.entries.length === 0;
        if (this.entries.length === 0) this.box.hidden = true;
        else this.choose(0);
    }

    toggle(): void {
        if (this.entries.length === 0) return;
        this.box.hidden = !this.box.hidden;
        this.button.setAttribute("aria-pressed", `${!this.box.hidden}`);
        this.redraw();
    }

    get open(): boolean {
        return !this.box.hidden;
    }

    private choose(index: number): void {
        this.select.value = `${index}`;
        this.shown = plotsOf(this.entries[index], this.samples).map((plot) => {
            const row = document.createElement("div");
            row.className = "plot";
            const label = document.createElement("div");
            label.className = "gutter";
            const readout = document.createElement("output");
            label.append(`${plot.title} (${plot.unit})`, readout);
            const canvas = document.createElement("canvas");
            canvas.setAttribute("role", "img");
            canvas.setAttribute("aria-label", `${plot.title} in ${plot.unit} over time`);
            this.scrub(canvas);
            row.append(label, canvas);
            return { plot, canvas, readout, row };
        }).map(({ row, ...rest }, i) => {
            if (i === 0) this.stack.replaceChildren();
            this.stack.append(row);
            return rest;
        });
        this.redraw();
    }

    /** Draws all lines; `sized` prepares a canvas of that width, `x` places samples on it. */
    draw(width: number, x: Float64Array, sized: (canvas: HTMLCanvasElement, height: number) => CanvasRenderingContext2D): void {
        if (!this.open) return;
        const colour = getComputedStyle(document.documentElement);
        for (const { plot, canvas } of this.shown) {
            canvas.style.height = `${plotHeight}px`;
            const context = sized(canvas, plotHeight);
            const [low, high] = range(plot);
            const y = (value: number) => plotHeight - inset - ((value - low) / (high - low)) * (plotHeight - 2 * inset);
            context.fillStyle = colour.getPropertyValue("--line");
            context.fillRect(0, Math.round(y(0)), width, 1);
            for (const series of plot.series) {
                context.strokeStyle = series.colour || colour.getPropertyValue("--accent");
                context.lineWidth = 1.5;
                context.beginPath();
                series.values.forEach((value, k) => (k === 0 ? context.moveTo(x[k], y(value)) : context.lineTo(x[k], y(value))));
                context.stroke();
            }
            context.fillStyle = colour.getPropertyValue("--soft");
            context.font = "10px system-ui, sans-serif";
            context.textBaseline = "top";
            context.fillText(`${+high.toPrecision(3)}`, 4, 2);
            context.textBaseline = "bottom";
            context.fillText(`${+low.toPrecision(3)}`, 4, plotHeight - 1);
        }
    }

    /** Figures at the sample under the playhead. */
    update(sample: number): void {
        if (!this.open) return;
        for (const { plot, readout } of this.shown) {
            const now = plot.series.map(({ values }) => values[sample]);
            const value = plot.series.length === 1 ? now[0] : now.reduce((sum, f) => sum + f, 0);
            readout.textContent = `${plot.series.length === 1 ? "" : "sum "}${value.toFixed(plot.unit === "N" ? 0 : 1)}`;
        }
    }
}
