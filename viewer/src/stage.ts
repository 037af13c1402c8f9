// SPDX-License-Identifier: MIT
// Renderer, lights and camera. Draws only when something has changed.
import {
    Box3,
    Color,
    DirectionalLight,
    HemisphereLight,
    NeutralToneMapping,
    Object3D,
    PCFShadowMap,
    PerspectiveCamera,
    Scene,
    Vector3,
    WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Theme } from "./palette";

// Motions have z up; with three's own axes turned the same way no pose needs converting.
Object3D.DEFAULT_UP.set(0, 0, 1);

export type ViewName = "three-quarter" | "front" | "side" | "top";

/** Where the camera stands, relative to the direction of travel: (along, aside, up). */
const viewFrom: Record<ViewName, [number, number, number]> = {
    "three-quarter": [0.55, 1, 0.42],
    front: [1, 0, 0.12],
    side: [0, 1, 0.1],
    top: [0, 0.001, 1],
};
/** Where the light comes from, in the same terms. */
const lightFrom = [-0.45, 0.5, 1.25];
/** Shadows stay crisp within this distance; longer clips take the light along. */
const shadowReach = 8;

/** What a stage draws with; null where the browser or its graphics card cannot. */
export function drawingContext(canvas: HTMLCanvasElement): WebGL2RenderingContext | null {
    return canvas.getContext("webgl2", { alpha: false, antialias: true });
}

export class Stage {
    readonly scene = new Scene();
    readonly camera = new PerspectiveCamera(35, 1, 0.02, 500);
    readonly controls: OrbitControls;
    private readonly renderer: WebGLRenderer;
    private readonly sun = new DirectionalLight();
    private readonly sky = new HemisphereLight();
    private dirty = true;
    private bounds = new Box3(new Vector3(-1, -1, 0), new Vector3(1, 1, 2));
    private travel = new Vector3(1, 0, 0);
    private aspectSeen = 1;
    private framed: ViewName | null = "three-quarter";

    constructor(
        private readonly canvas: HTMLCanvasElement,
        context: WebGL2RenderingContext,
    ) {
        this.renderer = new WebGLRenderer({ canvas, context });
        this.renderer.toneMapping = NeutralToneMapping;
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(2048, 2048);
        this.sun.shadow.bias = -0.0004;
        this.sun.shadow.normalBias = 0.01;
        this.sun.shadow.radius = 7;
        this.sky.position.set(0, 0, 1);
        this.scene.add(this.sky, this.sun, this.sun.target);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.enableDamping = true;
        this.controls.dampingFactor = 0.12;
        this.controls.zoomToCursor = true;
        this.controls.minDistance = 0.2;
        this.controls.maxDistance = 120;
        this.controls.addEventListener("change", () => this.invalidate());
        this.controls.addEventListener("start", () => (this.framed = null));
        new ResizeObserver(() => this.resize()).observe(canvas);
    }

    invalidate(): void {
        this.dirty = true;
    }

    setTheme(theme: Theme): void {
        this.scene.background = new Color(theme.sky);
        this.sky.color.set(theme.skyLight);
        this.sky.groundColor.set(theme.groundLight);
        this.sky.intensity = theme.ambient;
        this.sun.intensity = theme.key;
        this.invalidate();
    }

    /** The space the clip fills and the way it goes: what framing and lighting are made for. */
    setSubject(bounds: Box3, travel: Vector3): void {
        this.bounds = bounds.clone();
        this.travel.copy(travel).setZ(0);
        if (this.travel.length() < 0.2) this.travel.set(1, 0, 0);
        this.travel.normalize();
        this.lightAt(bounds.getCenter(new Vector3()));
        this.show("three-quarter");
    }

    /** The right-hand side of the way: seen from there the clip runs from left to right. */
    private get aside(): Vector3 {
        return new Vector3().crossVectors(this.travel, this.camera.up);
    }

    private lightAt(centre: Vector3): void {
        const size = this.bounds.getSize(new Vector3()).length() / 2 + 0.3;
        const reach = Math.min(size, shadowReach);
        const [along, across, up] = lightFrom;
        const from = this.travel.clone().multiplyScalar(along).addScaledVector(this.aside, across).setZ(up).normalize();
        this.sun.target.position.copy(centre);
        this.sun.position.copy(centre).addScaledVector(from, 3 * reach);
        const box = this.sun.shadow.camera;
        box.left = box.bottom = -reach;
        box.right = box.top = reach;
        box.near = 0.5 * reach;
        box.far = 6 * reach;
        box.updateProjectionMatrix();
    }

    /** Keeps the shadows where the subject is when the clip covers more ground than they do. */
    lightFollows(centre: Vector3): void {
        if (this.bounds.getSize(new Vector3()).length() / 2 > shadowReach) this.lightAt(centre);
    }

    /** Moves camera and pivot together. */
    shift(by: Vector3): void {
        this.camera.position.add(by);
        this.controls.target.add(by);
        this.framed = null;
        this.invalidate();
    }

    /** Looks from one of the named sides, just far enough away to hold the whole clip. */
    show(name: ViewName): void {
        const [along, across, up] = viewFrom[name];
        const from = this.travel.clone().multiplyScalar(along).addScaledVector(this.aside, across).setZ(up).normalize();
        const centre = this.bounds.getCenter(new Vector3());
        this.controls.target.copy(centre);
        this.camera.position.copy(centre).addScaledVector(from, this.distanceFor(from, centre));
        this.camera.lookAt(centre);
        this.controls.update();
        this.framed = name;
        this.invalidate();
    }

    /** Smallest distance from which every corner of the clip's box is in the picture, with a margin. */
    private distanceFor(from: Vector3, centre: Vector3): number {
        const margin = 1.12;
        const tall = Math.tan((this.camera.fov * Math.PI) / 360) / margin;
        const wide = tall * this.camera.aspect;
        const right = new Vector3().crossVectors(this.camera.up, from).normalize();
        const up = new Vector3().crossVectors(from, right);
        let distance = 0.5;
        for (let i = 0; i < 8; i++) {
            const corner = new Vector3(
                i & 1 ? this.bounds.max.x : this.bounds.min.x,
                i & 2 ? this.bounds.max.y : this.bounds.min.y,
                i & 4 ? this.bounds.max.z : this.bounds.min.z,
            ).sub(centre);
            const sideways = Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / tall);
            distance = Math.max(distance, corner.dot(from) + sideways);
        }
        return distance;
    }

    private resize(): void {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (width === 0 || height === 0) return;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
        this.renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        // A view nobody has touched is kept whole when the window changes its shape.
        if (this.framed && Math.abs(this.aspectSeen - this.camera.aspect) > 1e-3) this.show(this.framed);
        this.aspectSeen = this.camera.aspect;
        // Drawn at once: resizing has cleared the canvas, and waiting would show as a flash.
        this.draw();
    }

    private draw(): void {
        this.dirty = false;
        this.renderer.render(this.scene, this.camera);
    }

    /** Called once per animation frame. */
    tick(): void {
        this.controls.update();
        if (this.dirty) this.draw();
    }
}
