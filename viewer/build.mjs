// SPDX-License-Identifier: MIT
// Bundles src/ into one page, dist/template.html: script and style inlined, nothing to fetch.
//   node build.mjs [OUTPUT]
// Same sources, same bytes: package-lock.json pins the bundler and three, and no path or date enters.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = resolve(process.argv[2] ?? join(here, "dist/template.html"));

// src/gambol/io/view_html.cpp looks for these texts and puts the motion and what it needs beside there.
const slots = ["@@GAMBOL_MOTION_JSON@@", "@@GAMBOL_MESHES_JSON@@", "@@GAMBOL_AUDIT_JSON@@"];

async function bundle(entry) {
    const result = await build({
        entryPoints: [join(here, entry)],
        absWorkingDir: here,
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: ["chrome100", "firefox100", "safari15"],
        charset: "ascii",
        legalComments: "inline",
        logLevel: "warning",
    });
    return result.outputFiles[0].text.trim();
}

function insert(page, slot, text) {
    const parts = page.split(slot);
    if (parts.length !== 2) throw new Error(`${slot} occurs ${parts.length - 1} times, not once`);
    return parts.join(text);
}

let page = await readFile(join(here, "src/page.html"), "utf8");
page = insert(page, "@@STYLE@@", await bundle("src/style.css"));
// "</script" inside the code would end the element early; in a JavaScript string "<\/" means the same.
page = insert(page, "@@SCRIPT@@", (await bundle("src/main.ts")).replaceAll("</script", "<\\/script"));
for (const slot of slots) insert(page, slot, "");
const stray = page.match(/[^\x00-\x7f]/u);
if (stray) throw new Error(`not ASCII: ${stray[0]} (write it as an entity or an escape)`);

await mkdir(dirname(output), { recursive: true });
await writeFile(output, page);
console.log(`${output}: ${(page.length / 1000).toFixed(0)} kB`);
