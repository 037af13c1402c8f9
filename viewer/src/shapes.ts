// SPDX-License-Identifier: MIT
// Shapes of motion.json as three.js meshes, in the frame of whatever carries them.
import {
    BoxGeometry,
    BufferGeometry,
    CapsuleGeometry,
    EdgesGeometry,
    Float32BufferAttribute,
    LineBasicMaterial,
    LineSegments,
    Material,
    Mesh,
    Object3D,
    OctahedronGeometry,
    SphereGeometry,
    Vector3,
} from "three";
import { heightfieldGeometry } from "./heightfield";
import type { Shape, Vec3 } from "./motion";

/** Triangles of mesh files that stand beside the run, by file name. */
export type MeshFiles = Map<string, BufferGeometry>;

const up = new Vector3(0, 1, 0);

export function triangleGeometry(vertices: Vec3[], triangles: Vec3[]): BufferGeometry {
    const corners = triangles.flatMap((triangle) => triangle.flatMap((i) => vertices[i] ?? [0, 0, 0]));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
    geometry.computeVertexNormals();
    return geometry;
}

/** Vertices and faces of a Wavefront OBJ file; everything else in it is left out. */
export function parseObj(text: string): BufferGeometry {
    const vertices: Vec3[] = [];
    const triangles: Vec3[] = [];
    for (const line of text.split("\n")) {
        const [kind, ...words] = line.trim().split(/\s+/);
        if (kind === "v") vertices.push(words.slice(0, 3).map(Number) as Vec3);
        if (kind !== "f") continue;
        const face = words.map((word) => {
            const index = parseInt(word, 10);
            return index < 0 ? vertices.length + index : index - 1;
        });
        for (let i = 2; i < face.length; i++) triangles.push([face[0], face[i - 1], face[i]]);
    }
    return triangleGeometry(vertices, triangles);
}

function capsule(from: Vec3, to: Vec3, radius: number, material: Material): Mesh {
    const a = new Vector3(...from);
    const axis = new Vector3(...to).sub(a);
    const length = axis.length();
    const mesh = new Mesh(
        length > 1e-9 ? new CapsuleGeometry(radius, length, 8, 24) : new SphereGeometry(radius, 24, 16),
        material,
    );
    mesh.position.copy(a).addScaledVector(axis, 0.5);
    if (length > 1e-9) mesh.quaternion.setFromUnitVectors(up, axis.divideScalar(length));
    return mesh;
}

/** Thin dark edges make a box read as a box from every side. */
function outlined(mesh: Mesh): Mesh {
    const line = new LineBasicMaterial({ color: "#000000", transparent: true, opacity: 0.28 });
    mesh.add(new LineSegments(new EdgesGeometry(mesh.geometry, 30), line));
    return mesh;
}

/** Stands in for a mesh whose file has not been read. */
function placeholder(material: Material): Mesh {
    return outlined(new Mesh(new OctahedronGeometry(0.05), material));
}

/** The shape as a mesh; null for what has no solid of its own (planes, kinds unknown to this version). */
export function shapeMesh(shape: Shape, material: Material, files: MeshFiles): Object3D | null {
    switch (shape.kind) {
        case "box": {
            const mesh = new Mesh(new BoxGeometry(...shape.halfSize.map((h) => 2 * h)), material);
            mesh.position.set(...shape.center);
            const [w, x, y, z] = shape.rotation;
            mesh.quaternion.set(x, y, z, w);
            return outlined(mesh);
        }
        case "capsule":
            return capsule(shape.from, shape.to, shape.radius, material);
        case "sphere": {
            const mesh = new Mesh(new SphereGeometry(shape.radius, 28, 18), material);
            mesh.position.set(...shape.center);
            return mesh;
        }
        case "heightfield":
            return new Mesh(heightfieldGeometry(shape), material);
        case "mesh": {
            if (shape.triangles.length > 0)
                return new Mesh(triangleGeometry(shape.vertices, shape.triangles), material);
            const geometry = files.get(shape.file);
            return geometry ? new Mesh(geometry, material) : placeholder(material);
        }
        default:
            return null;
    }
}

/** Frees what the graphics card holds for everything below this node. */
export function dispose(root: Object3D): void {
    root.traverse((node) => {
        const { geometry, material } = node as Partial<Mesh>;
        geometry?.dispose();
        for (const entry of Array.isArray(material) ? material : material ? [material] : []) {
            (entry as Partial<{ map: { dispose(): void } | null }>).map?.dispose();
            entry.dispose();
        }
    });
}
