// SPDX-License-Identifier: MIT
// Colours of everything drawn. Left is blue and right is red, as animation rigs have it; the middle of
// the body carries the colour of the character.
import { Color } from "three";
import type { Actor } from "./motion";

export type Side = "left" | "right" | "middle";

// The same hues in the same order as in pictures and GLB (src/gambol/render/palette.cpp), a little lighter.
const bases = ["#e3d9c9", "#9cc79a", "#c3a6de", "#e8c468", "#8fc7d4", "#e3a3b5"];
const propColour = "#b98d5f";
const leftColour = new Color("#2f7de1");
const rightColour = new Color("#e2553d");

const dyes = ["#d2535f", "#3f8fb3", "#d9a13f", "#8371bd"];

export function clothColour(number: number): Color {
    return new Color(dyes[number % dyes.length]);
}

export const colours = {
    surface: "#9aa5b4",
    force: "#f59e0b",
    loaded: "#ffb703",
    mass: "#d6339f",
    target: "#12a66a",
    ghost: "#7c8797",
};

export interface Theme {
    sky: string;
    ground: string;
    minorLine: string;
    majorLine: string;
    label: string;
    skeleton: string;
    skyLight: string;
    groundLight: string;
    ambient: number;
    key: number;
}

const light: Theme = {
    sky: "#e6eaef",
    ground: "#f4f5f7",
    minorLine: "#dfe3e8",
    majorLine: "#b9c1cb",
    label: "#7b8594",
    skeleton: "#1f2937",
    skyLight: "#ffffff",
    groundLight: "#d8d3cb",
    ambient: 1.9,
    key: 1.9,
};

const dark: Theme = {
    sky: "#181b21",
    ground: "#42454b",
    minorLine: "#4b4f56",
    majorLine: "#6b7079",
    label: "#8d98a8",
    skeleton: "#f8fafc",
    skyLight: "#f2f4f8",
    groundLight: "#6a6a70",
    ambient: 1.75,
    key: 1.7,
};

export function themeFor(isDark: boolean): Theme {
    return isDark ? dark : light;
}

export function sideOf(name: string): Side {
    const found = /^(left|right)|[-_. ](left|right|l|r)$|^([lr])[-_. ]/i.exec(name);
    if (!found) return "middle";
    return /^l/i.test(found[1] ?? found[2] ?? found[3]) ? "left" : "right";
}

/**
 * Colour of something of this actor, the number-th of its kind, that carries this name. From the second character on
 * limbs also tell whose they are.
 */
export function actorColour(actor: Actor, number: number, name: string): Color {
    if (actor.kind === "prop") return new Color(propColour).offsetHSL(number * 0.07, 0, 0);
    const base = new Color(bases[number % bases.length]);
    const side = sideOf(name);
    if (side === "middle") return base;
    return (side === "left" ? leftColour : rightColour).clone().lerp(base, number === 0 ? 0.08 : 0.55);
}
