// SPDX-License-Identifier: MIT
// The still world: planes with a metre grid, other surfaces, metre labels, target markers.
import {
    BufferGeometry,
    CanvasTexture,
    DoubleSide,
    Group,
    Line,
    LineBasicMaterial,
    LinearMipmapLinearFilter,
    Mesh,
    MeshBasicMaterial,
    MeshLambertMaterial,
    MeshStandardMaterial,
    Object3D,
    OctahedronGeometry,
    PlaneGeometry,
    Raycaster,
    RepeatWrapping,
    RingGeometry,
    SRGBColorSpace,
    Sprite,
    SpriteMaterial,
    Texture,
    Vector3,
} from "three";
import { heightAt } from "./heightfield";
import type { Heightfield, Marker, Motion, Shape, Vec3 } from "./motion";
import { colours, type Theme } from "./palette";
import type { GroundBelow } from "./overlays";
import { shapeMesh, type MeshFiles } from "./shapes";

function canvasTexture(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): CanvasTexture {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    draw(canvas.getContext("2d")!);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 4;
    texture.minFilter = LinearMipmapLinearFilter;
    return texture;
}

/** One square metre: a strong line around it, weak lines every 20 cm. */
function metreTile(theme: Theme): Texture {
    const size = 512;
    const texture = canvasTexture(size, size, (context) => {
        context.fillStyle = theme.ground;
        context.fillRect(0, 0, size, size);
        const line = (at: number, width: number, colour: string) => {
            context.fillStyle = colour;
            context.fillRect(at - width / 2, 0, width, size);
            context.fillRect(0, at - width / 2, size, width);
        };
        for (let i = 1; i < 5; i++) line((i * size) / 5, 3, theme.minorLine);
        line(0, 9, theme.majorLine);
        line(size, 9, theme.majorLine);
    });
    texture.wrapS = texture.wrapT = RepeatWrapping;
    return texture;
}

/** White in the middle, black at the rim: the plane fades away instead of ending. */
function fade(): Texture {
    return canvasTexture(256, 256, (context) => {
        const gradient = context.createRadialGradient(128, 128, 30, 128, 128, 127);
        gradient.addColorStop(0, "#ffffff");
        gradient.addColorStop(1, "#000000");
        context.fillStyle = gradient;
        context.fillRect(0, 0, 256, 256);
    });
}

function planeMesh(shape: Extract<Shape, { kind: "plane" }>, theme: Theme, centre: Vector3, reach: number): Mesh {
    const normal = new Vector3(...shape.normal).normalize();
    const size = 2 * Math.ceil(reach);
    const map = metreTile(theme);
    map.repeat.set(size, size);
    const material = new MeshLambertMaterial({ map, alphaMap: fade(), transparent: true });
    const mesh = new Mesh(new PlaneGeometry(size, size), material);
    mesh.receiveShadow = true;
    mesh.renderOrder = -1;
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
    // The middle of the clip, dropped onto the plane and moved to a whole metre, so that lines are metres.
    const local = centre.clone().sub(new Vector3(...shape.point)).projectOnPlane(normal).add(new Vector3(...shape.point));
    if (normal.z > 1 - 1e-9) local.set(Math.round(local.x), Math.round(local.y), local.z);
    mesh.position.copy(local);
    return mesh;
}

/** A word as a texture, and how wide it is for a height of 1. */
function word(text: string, colour: string, halo: string | null): { texture: Texture; aspect: number } {
    const font = "600 44px system-ui, sans-serif";
    const probe = document.createElement("canvas").getContext("2d")!;
    probe.font = font;
    const width = Math.ceil(probe.measureText(text).width) + 24;
    const texture = canvasTexture(width, 64, (context) => {
        context.font = font;
        context.textBaseline = "middle";
        context.textAlign = "center";
        if (halo) {
            context.lineWidth = 10;
            context.lineJoin = "round";
            context.strokeStyle = halo;
            context.strokeText(text, width / 2, 34);
        }
        context.fillStyle = colour;
        context.fillText(text, width / 2, 34);
    });
    return { texture, aspect: width / 64 };
}

/** Turns a flat thing that lies on the ground to the slope there; on the edge of a step it stays level. */
function lieDown(thing: Object3D, reach: number, groundBelow: GroundBelow): void {
    const { x, y, z } = thing.position;
    const rise = (dx: number, dy: number): number => {
        const ahead = groundBelow(new Vector3(x + dx, y + dy, z + reach));
        const behind = groundBelow(new Vector3(x - dx, y - dy, z + reach));
        const steep = ahead === null || behind === null || Math.abs(ahead - behind) > 2 * reach;
        return steep ? 0 : (ahead - behind) / (2 * reach);
    };
    const normal = new Vector3(-rise(reach, 0), -rise(0, reach), 1).normalize();
    thing.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
}

/** Lays the corners of a flat thing onto the ground below them, but not over an edge. */
function drape(thing: Mesh, reach: number, groundBelow: GroundBelow): void {
    const corners = thing.geometry.getAttribute("position");
    for (let i = 0; i < corners.count; i++) {
        const corner = new Vector3().fromBufferAttribute(corners, i).add(thing.position);
        const height = groundBelow(corner.setZ(thing.position.z + reach));
        if (height !== null && thing.position.z - height < reach) corners.setZ(i, height + 0.004 - thing.position.z);
    }
}

/** Distances written flat on the ground along the x axis, and along y where the clip goes that way. */
function metreLabels(theme: Theme, level: number, groundBelow: GroundBelow, low: Vector3, high: Vector3): Group {
    const group = new Group();
    const put = (text: string, x: number, y: number) => {
        const { texture, aspect } = word(text, theme.label, null);
        const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false });
        const mesh = new Mesh(new PlaneGeometry(0.16 * aspect, 0.16), material);
        mesh.position.set(x + 0.09 * aspect, y - 0.1, level);
        const height = groundBelow(mesh.position.clone().setZ(1e6));
        mesh.position.z = (height ?? level) + 0.002;
        if (height !== null) lieDown(mesh, 0.08, groundBelow);
        group.add(mesh);
    };
    const along = (from: number, to: number, place: (metre: number) => void) => {
        const step = to - from > 40 ? 10 : to - from > 16 ? 5 : 1;
        for (let m = Math.ceil((from - 0.5) / step) * step; m <= to + 1; m += step) if (m !== 0) place(m);
    };
    const aside = Math.floor(low.y * 5) / 5;
    along(low.x, high.x, (m) => put(`${m} m`, m, aside));
    if (high.y - low.y > 3) along(low.y, high.y, (m) => put(`${m} m`, Math.floor(low.x * 5) / 5, m));
    put("0", 0, aside);
    return group;
}

function markerMesh(marker: Marker, theme: Theme, groundBelow: GroundBelow): Group {
    const group = new Group();
    const position = new Vector3(...marker.position);
    const ground = groundBelow(position.clone().setZ(position.z + 0.05)) ?? position.z;
    const material = new MeshBasicMaterial({ color: colours.target, side: DoubleSide });
    for (const [inner, outer] of [[0.05, 0.075], [0.16, 0.19]]) {
        const ring = new Mesh(new RingGeometry(inner, outer, 48), material);
        ring.position.set(position.x, position.y, ground + 0.004);
        drape(ring, outer, groundBelow);
        group.add(ring);
    }
    const top = Math.max(position.z, ground + 0.45);
    const pole = [new Vector3(position.x, position.y, ground), new Vector3(position.x, position.y, top)];
    group.add(new Line(new BufferGeometry().setFromPoints(pole), new LineBasicMaterial({ color: colours.target })));
    const gem = new Mesh(new OctahedronGeometry(0.05), new MeshStandardMaterial({ color: colours.target, flatShading: true }));
    gem.position.set(position.x, position.y, top);
    gem.castShadow = true;
    group.add(gem);
    const { texture, aspect } = word(marker.name, colours.target, theme.sky);
    const label = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, sizeAttenuation: false }));
    label.scale.set(0.026 * aspect, 0.026, 1);
    label.center.set(0.5, -0.7);
    label.position.copy(gem.position);
    label.renderOrder = 6;
    group.add(label);
    return group;
}

function surfaceMaterial(shape: Shape, theme: Theme): MeshStandardMaterial | MeshLambertMaterial {
    // Hills are hard to see without the metre grid.
    if (shape.kind === "heightfield") return new MeshLambertMaterial({ map: metreTile(theme) });
    return new MeshStandardMaterial({ color: colours.surface, roughness: 0.9 });
}

/** A bare grid for scenes without any plane, so that sizes can still be judged. */
const emptySpace: Extract<Shape, { kind: "plane" }> = { kind: "plane", point: [0, 0, 0] as Vec3, normal: [0, 0, 1] as Vec3 };

export class World {
    readonly group = new Group();
    private readonly solids: Object3D[] = [];
    private readonly terrains: Heightfield[] = [];
    private readonly ray = new Raycaster();

    /** low and high: the corners of the space that the clip fills. */
    constructor(motion: Motion, theme: Theme, files: MeshFiles, low: Vector3, high: Vector3) {
        const centre = low.clone().add(high).multiplyScalar(0.5);
        const reach = Math.min(100, Math.max(12, 3 * low.distanceTo(high)));
        const flat = (shape: Shape) => shape.kind === "plane" && shape.normal[2] > 0.999;
        for (const { name, shape } of motion.surfaces) {
            const solid =
                shape.kind === "plane" ? planeMesh(shape, theme, centre, reach) : shapeMesh(shape, surfaceMaterial(shape, theme), files);
            if (!solid) continue;
            solid.name = name;
            if (shape.kind !== "plane")
                solid.traverse((node) => {
                    node.castShadow = node.receiveShadow = node instanceof Mesh;
                });
            // Rays through thousands of triangles are slow, and the height is known.
            if (shape.kind === "heightfield") this.terrains.push(shape);
            else this.solids.push(solid);
            this.group.add(solid);
        }
        const ground = motion.surfaces.map((surface) => surface.shape).find(flat) as typeof emptySpace | undefined;
        if (!ground && this.terrains.length === 0) {
            const grid = planeMesh(emptySpace, theme, centre, reach);
            (grid.material as MeshLambertMaterial).opacity = 0.4;
            this.group.add(grid);
        }
        this.group.updateMatrixWorld(true);
        const level = (ground ?? emptySpace).point[2];
        this.group.add(metreLabels(theme, level, (point) => this.terrainBelow(point), low, high));
        for (const marker of motion.markers) this.group.add(markerMesh(marker, theme, this.below));
    }

    /** Height of the highest surface straight below a point. */
    readonly below: GroundBelow = (point) => {
        this.ray.set(point, new Vector3(0, 0, -1));
        const hits = this.ray.intersectObjects(this.solids, false);
        const solid = hits.length > 0 ? hits[0].point.z : null;
        const terrain = this.terrainBelow(point);
        return solid !== null && terrain !== null ? Math.max(solid, terrain) : (solid ?? terrain);
    };

    private terrainBelow(point: Vector3): number | null {
        const heights = this.terrains
            .map((terrain) => heightAt(terrain, point.x, point.y))
            .filter((height): height is number => height !== null && height <= point.z);
        return heights.length > 0 ? Math.max(...heights) : null;
    }
}
