// SPDX-License-Identifier: MIT
// A motion with the meshes and cloth of its page: from this page, from a dropped one, or a bare motion.json.
import { attach, readMeshes, type PageMeshes, type WrittenMeshes } from "./cloth";
import { meshesText, motionText } from "./drop";
import { MotionError, parseMotion, type Motion } from "./motion";
import type { MeshFiles } from "./shapes";

export function parseMeshes(text: string): PageMeshes {
    try {
        return readMeshes(JSON.parse(text === "" || text.startsWith("@@") ? "{}" : text) as WrittenMeshes);
    } catch (error) {
        throw error instanceof MotionError ? error : new MotionError(`The meshes in this page cannot be read: ${(error as Error).message}`);
    }
}

export function readPage(motion: string, meshes: string, files: MeshFiles): Motion {
    const result = parseMotion(motion);
    attach(parseMeshes(meshes), result, files);
    return result;
}

export function readDropped(text: string, files: MeshFiles): Motion {
    return readPage(motionText(text), meshesText(text), files);
}
