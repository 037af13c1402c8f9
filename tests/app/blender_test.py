# SPDX-License-Identifier: MIT
"""GLB and BVH in real Blender: joints where motion.json has them. Skipped where Blender is not installed
(scripts/try-blender installs it)."""
import json
import os
import shutil
import subprocess
import unittest

from harness import SOURCE, WALK, Case, main

TOLERANCE = 1e-4  # m
BLENDER = shutil.which("blender")


@unittest.skipUnless(BLENDER, "Blender is not installed")
class Blender(Case):
    def run_briefly(self, scene, *arguments):
        """What a search has after a second: a motion with everything in it, though not a good one."""
        run = self.scratch / "run"
        done = self.gambol("run", scene, "-o", run, "--threads", "1", "--time-limit", "1s", *arguments)
        self.assertIn(done.returncode, (0, 3, 4), done.stderr)
        return run

    def check(self, run):
        done = subprocess.run(
            [BLENDER, "--background", "--factory-startup", "--python-exit-code", "9", "--python",
             str(SOURCE / "tests/app/blender_check.py"), "--", str(run)],
            capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
            # Blender takes its Python modules from beside the first python3 of the PATH: that must be Debian's.
            env={**os.environ, "PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        report = json.loads(lines[-1])
        for name, found in report["glb"]["characters"].items():
            self.assertEqual(found["type"], "ARMATURE")
            self.assertEqual(found["meshes"], 1, "one skinned mesh")
            self.assertEqual(found["actions"], 1, "one action per character")
            self.assertEqual(found["tracks"], [name])
            self.assertLess(found["error"], TOLERANCE, f"{name} in the GLB")
        for name, error in [*report["glb"]["props"].items(), *report["bvh"].items()]:
            self.assertLess(error, TOLERANCE, name)
        return report

    def test_a_walk(self):
        self.check(self.run_briefly(WALK))

    def test_a_quadruped(self):
        self.check(self.run_briefly(SOURCE / "scenes" / "walk-quadruped.yaml"))

    def test_two_characters(self):
        scene = self.write("two.yaml", """gambol: 1
name: two
method: cio
duration: 2s
characters:
  ann: {model: human, pose: standing, at: [0, 0]}
  bob: {model: quadruped, pose: standing, at: [0, 2]}
goals:
  - {who: ann, position: [0.5, 0]}
  - {who: bob, position: [0.5, 2]}
""")
        report = self.check(self.run_briefly(scene))
        self.assertEqual(set(report["bvh"]), {"ann", "bob"})

    def test_a_cape(self):
        walk = self.run_briefly(WALK)
        scene = self.write("cape.yaml", f"""gambol: 1
name: cape
method: cloth
duration: 0.5s
characters:
  ann: {{motion: {walk}}}
cloth:
  cape:
    grid: {{size: [0.9, 0.66], cells: [9, 7]}}
    material: cotton
    on: ann/chest
    rotation: {{axis: y, angle: 100deg}}
    at: [-0.16, 0, -0.08]
    pins: [{{at: [-0.082, -0.17, 0.363], to: [-0.082, 0.17, 0.363], within: 0.01}}]
""")
        cape = self.scratch / "cape"
        done = self.gambol("run", scene, "-o", cape, "--threads", "1")
        self.assertIn(done.returncode, (0, 3), done.stderr)
        report = self.check(cape)
        self.assertLess(report["glb"]["cloth"]["cape"], 0.0015)  # between keys it may be off by 1 mm


if __name__ == "__main__":
    main()
