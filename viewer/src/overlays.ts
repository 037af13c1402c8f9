// SPDX-License-Identifier: MIT
// What is drawn on top of the bodies: contact patches, force arrows, centre of mass, skeleton.
import {
    BufferAttribute,
    BufferGeometry,
    CircleGeometry,
    ConeGeometry,
    CylinderGeometry,
    DoubleSide,
    DynamicDrawUsage,
    Group,
    Line,
    LineBasicMaterial,
    LineDashedMaterial,
    LineSegments,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    Object3D,
    PlaneGeometry,
    RingGeometry,
    SphereGeometry,
    Vector3,
} from "three";
import type { ActorView } from "./actor_view";
import type { Contact } from "./motion";
import { colours } from "./palette";
import { centreOfMass, loadedShare, totalForce, type Moment } from "./sampling";

/** Height of the solid below a point, or null where there is none. */
export type GroundBelow = (point: Vector3) => number | null;

/** Patch frame in the body frame: z = normal, x = the body's x (or z) axis made perpendicular to it. */
export function patchFrame(contact: Contact): Matrix4 {
    const z = new Vector3(...contact.normal).normalize();
    const reference = Math.abs(z.x) > 1 - 1e-6 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    const x = reference.addScaledVector(z, -reference.dot(z)).normalize();
    const y = new Vector3().crossVectors(z, x);
    return new Matrix4().makeBasis(x, y, z).setPosition(...contact.center);
}

/** A point contact still needs something to look at. */
const smallestHalfSize = 0.02;
/** The highlight reaches this far beyond the patch and above its plane, so the floor does not hide it. */
const rim = 0.018;
const lift = 0.004;

class Patch {
    readonly node = new Group();
    private readonly fill: Mesh<PlaneGeometry, MeshBasicMaterial>;
    private readonly edge: LineSegments<BufferGeometry, LineBasicMaterial>;

    constructor(
        private readonly contact: Contact,
        private readonly weight: number,
    ) {
        const [hx, hy] = contact.halfSize.map((h) => Math.max(h, smallestHalfSize) + rim);
        const fill = new MeshBasicMaterial({
            color: colours.loaded,
            transparent: true,
            side: DoubleSide,
            depthWrite: false,
            polygonOffset: true,
            polygonOffsetFactor: -2,
            polygonOffsetUnits: -2,
        });
        this.fill = new Mesh(new PlaneGeometry(2 * hx, 2 * hy), fill);
        const corners = [-hx, -hy, hx, -hy, hx, -hy, hx, hy, hx, hy, -hx, hy, -hx, hy, -hx, -hy];
        const points = [];
        for (let i = 0; i < corners.length; i += 2) points.push(new Vector3(corners[i], corners[i + 1], 0));
        this.edge = new LineSegments(
            new BufferGeometry().setFromPoints(points),
            new LineBasicMaterial({ color: colours.loaded, transparent: true, depthTest: false }),
        );
        this.edge.renderOrder = 3;
        this.node.add(this.fill, this.edge);
        const above = new Matrix4().makeTranslation(0, 0, lift);
        this.node.applyMatrix4(patchFrame(contact).multiply(above));
    }

    update(sample: number): void {
        const load = totalForce(this.contact, sample) / (this.weight || 1);
        const loaded = load > loadedShare;
        this.fill.visible = loaded;
        this.fill.material.opacity = Math.min(0.9, 0.35 + 0.6 * load);
        this.edge.material.opacity = loaded ? 1 : 0.18;
    }
}

/** The patches of one actor, fixed to its bodies; bright while force passes through them. */
export class PatchOverlay {
    private readonly patches: Patch[];

    constructor(view: ActorView) {
        this.patches = view.actor.contacts.map((contact) => {
            const patch = new Patch(contact, view.actor.weight);
            view.nodes[contact.body].add(patch.node);
            return patch;
        });
    }

    set visible(visible: boolean) {
        for (const patch of this.patches) patch.node.visible = visible;
    }

    update(at: Moment): void {
        for (const patch of this.patches) patch.update(at.nearest);
    }
}

const shaftRadius = 0.011;
const headRadius = 0.03;
const headLength = 0.085;
const yAxis = new Vector3(0, 1, 0);
const direction = new Vector3();

class Arrow {
    readonly node = new Group();
    private readonly shafts: Object3D[] = [];
    private readonly heads: Object3D[] = [];

    constructor(colour: string, scale: number) {
        const shaft = new CylinderGeometry(shaftRadius * scale, shaftRadius * scale, 1, 14).translate(0, 0.5, 0);
        const head = new ConeGeometry(headRadius * scale, headLength * scale, 20).translate(0, headLength * scale * 0.5, 0);
        // Twice: solid where it is in the open, and faint where a body stands in front of it.
        const open = new MeshBasicMaterial({ color: colour });
        const hidden = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.4 });
        for (const material of [open, hidden]) {
            this.shafts.push(new Mesh(shaft, material));
            this.heads.push(new Mesh(head, material));
        }
        this.node.add(...this.shafts, ...this.heads);
        this.headLength = headLength * scale;
    }

    private readonly headLength: number;

    /** From a point, along a vector whose length is the length of the arrow. */
    set(x: number, y: number, z: number, vector: Vector3): void {
        const length = vector.length();
        const head = Math.min(this.headLength, 0.6 * length);
        this.node.position.set(x, y, z);
        this.node.quaternion.setFromUnitVectors(yAxis, direction.copy(vector).divideScalar(length));
        for (const shaft of this.shafts) shaft.scale.y = length - head;
        for (const part of this.heads) {
            part.position.y = length - head;
            part.scale.setScalar(head / this.headLength);
        }
    }
}

/** One arrow per contact of an actor: the force on it, from the point where it acts. */
export class ForceOverlay {
    readonly group = new Group();
    private readonly arrows: Arrow[];

    /** metresPerNewton is shared by everything in the picture, so that arrows can be compared. */
    constructor(
        private readonly view: ActorView,
        private readonly metresPerNewton: number,
        scale: number,
    ) {
        this.arrows = view.actor.contacts.map(() => new Arrow(colours.force, scale));
        for (const arrow of this.arrows) this.group.add(arrow.node);
    }

    update(at: Moment): void {
        const { contacts, weight } = this.view.actor;
        const vector = new Vector3();
        contacts.forEach((contact, i) => {
            const k = 3 * at.nearest;
            const loaded = totalForce(contact, at.nearest) > loadedShare * weight;
            this.arrows[i].node.visible = loaded;
            if (!loaded) return;
            vector.set(contact.force[k], contact.force[k + 1], contact.force[k + 2]);
            vector.multiplyScalar(this.metresPerNewton);
            this.arrows[i].set(contact.point[k], contact.point[k + 1], contact.point[k + 2], vector);
        });
    }
}

/** Centre of mass as a dot, and where it stands over the ground. */
export class MassOverlay {
    readonly group = new Group();
    private readonly dot: Mesh;
    private readonly foot = new Group();
    private readonly plumb: Line<BufferGeometry, LineDashedMaterial>;
    private readonly position = new Vector3();

    constructor(
        private readonly view: ActorView,
        private readonly groundBelow: GroundBelow,
        scale: number,
    ) {
        const over = { color: colours.mass, depthTest: false, transparent: true };
        this.dot = new Mesh(new SphereGeometry(0.032 * scale, 20, 14), new MeshBasicMaterial({ ...over, opacity: 0.95 }));
        this.dot.renderOrder = 5;
        const ring = new Mesh(new RingGeometry(0.045 * scale, 0.06 * scale, 36), new MeshBasicMaterial(over));
        const disc = new Mesh(new CircleGeometry(0.02 * scale, 24), new MeshBasicMaterial(over));
        ring.renderOrder = disc.renderOrder = 4;
        this.foot.add(ring, disc);
        this.plumb = new Line(
            new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 0, -1)]),
            new LineDashedMaterial({ ...over, opacity: 0.7, dashSize: 0.03 * scale, gapSize: 0.025 * scale }),
        );
        this.plumb.renderOrder = 4;
        this.group.add(this.dot, this.foot, this.plumb);
    }

    update(at: Moment): void {
        centreOfMass(this.view.actor, at, this.position);
        this.dot.position.copy(this.position);
        const ground = this.groundBelow(this.position);
        this.foot.visible = this.plumb.visible = ground !== null;
        if (ground === null) return;
        this.foot.position.set(this.position.x, this.position.y, ground + lift);
        const ends = this.plumb.geometry.getAttribute("position") as BufferAttribute;
        ends.setXYZ(0, this.position.x, this.position.y, this.position.z);
        ends.setXYZ(1, this.position.x, this.position.y, ground);
        ends.needsUpdate = true;
        this.plumb.computeLineDistances();
        this.plumb.frustumCulled = false;
    }
}

/** Lines from every body's origin to its parent's, drawn through everything. */
export class SkeletonOverlay {
    readonly group = new Group();
    private readonly points: BufferAttribute;
    private readonly joints: Mesh[];
    private readonly links: [number, number][];
    private readonly line: LineBasicMaterial;
    private readonly ball: MeshBasicMaterial;

    constructor(
        private readonly view: ActorView,
        scale: number,
    ) {
        this.links = view.actor.bodies.flatMap((body, i) => (body.parent < 0 ? [] : [[body.parent, i] as [number, number]]));
        this.points = new BufferAttribute(new Float32Array(6 * this.links.length), 3).setUsage(DynamicDrawUsage);
        this.line = new LineBasicMaterial({ depthTest: false, transparent: true });
        this.ball = new MeshBasicMaterial({ depthTest: false, transparent: true });
        const lines = new LineSegments(new BufferGeometry().setAttribute("position", this.points), this.line);
        lines.frustumCulled = false;
        lines.renderOrder = 3;
        const sphere = new SphereGeometry(0.014 * scale, 12, 8);
        this.joints = view.nodes.map(() => new Mesh(sphere, this.ball));
        for (const joint of this.joints) joint.renderOrder = 3;
        this.group.add(lines, ...this.joints);
    }

    setColour(colour: string): void {
        this.line.color.set(colour);
        this.ball.color.set(colour);
    }

    update(): void {
        this.view.nodes.forEach((node, i) => this.joints[i].position.copy(node.position));
        this.links.forEach(([a, b], i) => {
            const from = this.view.nodes[a].position;
            const to = this.view.nodes[b].position;
            this.points.setXYZ(2 * i, from.x, from.y, from.z);
            this.points.setXYZ(2 * i + 1, to.x, to.y, to.z);
        });
        this.points.needsUpdate = true;
    }
}
