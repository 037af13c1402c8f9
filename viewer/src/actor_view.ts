// SPDX-License-Identifier: MIT
// The bodies of one character or prop: a node per body at its world pose, its shapes below it.
import { Box3, Color, Group, Mesh, MeshStandardMaterial, Object3D, Quaternion, Vector3 } from "three";
import type { Actor } from "./motion";
import { actorColour, colours } from "./palette";
import { bodyPose, type Moment } from "./sampling";
import { shapeMesh, type MeshFiles } from "./shapes";

/** solid: as it is; ghost: see-through, casts no shadow. */
export type Look = "solid" | "ghost";

function bodyMaterial(colour: Color, look: Look): MeshStandardMaterial {
    const ghost = look === "ghost";
    return new MeshStandardMaterial({
        color: colour,
        roughness: 0.62,
        metalness: 0,
        transparent: ghost,
        opacity: ghost ? 0.16 : 1,
        depthWrite: !ghost,
    });
}

export class ActorView {
    readonly group = new Group();
    readonly nodes: Object3D[];
    private readonly materials: MeshStandardMaterial[] = [];

    constructor(
        readonly actor: Actor,
        number: number,
        files: MeshFiles,
        private readonly look: Look = "solid",
        ghostColour: string | null = null,
    ) {
        this.nodes = actor.bodies.map((body) => {
            const colour = ghostColour ? new Color(ghostColour) : actorColour(actor, number, body.name);
            const material = bodyMaterial(colour, look);
            this.materials.push(material);
            const node = new Group();
            node.name = body.name;
            for (const shape of body.shapes) {
                const mesh = shapeMesh(shape, material, files);
                if (mesh) node.add(mesh);
            }
            return node;
        });
        for (const node of this.nodes) this.group.add(node);
        this.group.traverse((node) => {
            if (!(node instanceof Mesh)) return;
            node.castShadow = look === "solid";
            node.receiveShadow = look === "solid";
        });
    }

    pose(at: Moment): void {
        this.nodes.forEach((node, i) => bodyPose(this.actor, i, at, node.position, node.quaternion));
    }

    /** Lets what is inside shine through, for the skeleton. */
    setGlassy(glassy: boolean): void {
        if (this.look === "ghost") return;
        for (const material of this.materials) {
            material.transparent = glassy;
            material.opacity = glassy ? 0.35 : 1;
            material.depthWrite = !glassy;
            material.needsUpdate = true;
        }
    }
}

/** What the solids of an actor fill at one moment, in the world. */
export function actorBounds(view: ActorView, at: Moment): Box3 {
    view.pose(at);
    view.group.updateMatrixWorld(true);
    const box = new Box3().setFromObject(view.group);
    if (!box.isEmpty()) return box;
    const position = new Vector3();
    const rotation = new Quaternion();
    view.actor.bodies.forEach((_, i) => {
        bodyPose(view.actor, i, at, position, rotation);
        box.expandByPoint(position);
    });
    return box;
}

/** One colour for a whole translucent actor. */
export const ghostColour = colours.ghost;
