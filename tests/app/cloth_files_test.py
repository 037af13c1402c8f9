# SPDX-License-Identifier: MIT
"""Cloth as the program reads it back: verify and export on a sheet that hangs over the ground."""
import json
import struct

from harness import Case, main

SAMPLES = 61
SIDE = 5


def write_sheet(folder, low_vertex=None):
    """A level sheet 0.3 m above the ground; `low_vertex` lies 1 cm below the ground at sample 30."""
    folder.mkdir(exist_ok=True)
    vertices = [(i / 4, j / 4, 0.0) for j in range(SIDE) for i in range(SIDE)]
    lines = [f"v {x} {y} {z}" for x, y, z in vertices]
    for j in range(SIDE - 1):
        for i in range(SIDE - 1):
            a = j * SIDE + i + 1
            lines += [f"f {a} {a + 1} {a + SIDE + 1}", f"f {a} {a + SIDE + 1} {a + SIDE}"]
    (folder / "cloth.obj").write_text("\n".join(lines) + "\n")
    data = struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(vertices), 0, 1, SAMPLES)
    for k in range(SAMPLES):
        for i, (x, y, _) in enumerate(vertices):
            data += struct.pack("<3f", x, y, -0.01 if (k, i) == (30, low_vertex) else 0.3)
    (folder / "cloth.pc2").write_bytes(data)
    plane = {"plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}}
    motion = {"format": "gambol/motion", "version": 1, "name": "sheet", "method": "cloth",
              "gravity": [0, 0, -9.81], "times": [k / 60 for k in range(SAMPLES)],
              "surfaces": [{"name": "ground", "shape": plane, "friction": 0.5}], "characters": [],
              "cloth": [{"name": "sheet", "mesh": "cloth.obj", "cache": "cloth.pc2"}]}
    (folder / "motion.json").write_text(json.dumps(motion))


SHIRT = """gambol: 1
method: cloth
duration: 1s
cloth:
  shirt: {file: shirt.obj, at: [0, 0, 1]}
"""


class ClothFiles(Case):
    def refuse_shirt(self, obj, *expected):
        self.write("scene.yaml", SHIRT)
        self.write("shirt.obj", obj)
        for command in ("check", "run"):
            self.assert_bad_input(self.gambol(command, "scene.yaml"), *expected)
        self.assertEqual(self.left_behind(), ["scene.yaml", "shirt.obj"])

    def test_an_edge_of_three_triangles_is_bad_input(self):
        self.refuse_shirt("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n",
                          "scene.yaml:5:", "triangles 1 and 3", "vertex 1 to 2", "shirt.obj:8")

    def test_a_shirt_that_goes_through_itself_is_bad_input(self):
        self.refuse_shirt("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 -0.5\nv 0.2 0.2 0.5\nv 2 2 0\nf 1 2 3\nf 4 5 6\n",
                          "scene.yaml:5:", "starts in itself", "triangle", "shirt.obj:")

    def test_a_triangle_without_area_is_bad_input(self):
        self.refuse_shirt("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nf 1 2 3\nf 1 2 4\n", "triangle 2 has no area", "shirt.obj:6")

    def test_a_vertex_that_is_no_number_is_bad_input(self):
        self.refuse_shirt("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n", "shirt.obj:2", "three numbers", "nan")
        self.refuse_shirt("v 0 0 0\nv 1 0 inf\nv 0 1 0\nf 1 2 3\n", "shirt.obj:2", "three numbers", "inf")

    def test_a_shirt_of_a_hundred_metres_is_bad_input(self):
        self.refuse_shirt("v 0 0 0\nv 100 0 0\nv 0 100 0\nf 1 2 3\n", "141.421 m across", "scale: 0.01")
        self.refuse_shirt("v 0 0 0\nv 1e-4 0 0\nv 0 1e-4 0\nf 1 2 3\n", "m across", "metres")

    def test_a_face_of_a_vertex_that_is_not_there_is_bad_input(self):
        self.refuse_shirt("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n", "shirt.obj:4", "vertex 7 does not exist")

    def test_verify_reads_every_sample_of_the_cache(self):
        folder = self.scratch / "sheet"
        write_sheet(folder)
        self.assertEqual(self.gambol("verify", folder).returncode, 0)
        write_sheet(folder, low_vertex=12)
        done = self.gambol("verify", folder)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("sheet vertex 12 and ground", done.stdout)
        checks = {c["name"]: c for c in json.loads((folder / "verify.json").read_text())["checks"]}
        self.assertFalse(checks["cloth_penetration"]["passed"])
        self.assertAlmostEqual(checks["cloth_penetration"]["value"], 0.01, 6)
        self.assertAlmostEqual(checks["cloth_penetration"]["time"], 0.5, 6)

    def test_a_cache_that_is_cut_off_is_bad_input(self):
        folder = self.scratch / "sheet"
        write_sheet(folder)
        cache = folder / "cloth.pc2"
        cache.write_bytes(cache.read_bytes()[:-4])
        self.assert_bad_input(self.gambol("verify", folder), "cloth.pc2", "cut off")

    def test_export_brings_the_cloth_along(self):
        folder = self.scratch / "sheet"
        write_sheet(folder)
        done = self.gambol("export", folder, "--to", "glb,html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b'"targets"', (folder / "motion.glb").read_bytes())
        self.assertIn('"positions"', (folder / "motion.html").read_text().split('id="meshes"')[1])


if __name__ == "__main__":
    main()
