# SPDX-License-Identifier: MIT
"""What the end-to-end tests share: where the program is, a scratch directory per test, what a complete run is.

Run by CTest as: NAME.py PROGRAM SOURCE_DIR TEST
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
BENCH = PROGRAM.parent.parent / "bench" / "gambol-bench"
WALK = SOURCE / "scenes" / "walk.yaml"
RUN_FILES = {
    "scene.yaml", "motion.json", "motion.glb", "motion.bvh", "contacts.svg", "sheet.png", "cost.csv", "report.json",
    "view.html", "versions.json",
}


class Case(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="gambol-test-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    def gambol(self, *arguments, timeout=300, program=PROGRAM, **options):
        return subprocess.run(
            [program, *map(str, arguments)], cwd=self.scratch, capture_output=True, text=True, timeout=timeout,
            stdin=subprocess.DEVNULL, **options)

    def start(self, *arguments, program=PROGRAM):
        """The program in the background; it is killed when the test ends early."""
        process = subprocess.Popen(
            [program, *map(str, arguments)], cwd=self.scratch, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def write(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return path

    def left_behind(self):
        return sorted(str(path.relative_to(self.scratch)) for path in self.scratch.rglob("*"))

    def assert_bad_input(self, done, *expected):
        """Exit code 2, one line on stderr that says each of `expected`, nothing on stdout."""
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        for text in expected:
            self.assertIn(text, done.stderr)

    def assert_complete_run(self, directory):
        files = {path.name for path in directory.iterdir()}
        self.assertLessEqual(RUN_FILES, files)
        for name in RUN_FILES:
            self.assertGreater((directory / name).stat().st_size, 0, name)
        motion = json.loads((directory / "motion.json").read_text())
        self.assertEqual(motion["format"], "gambol/motion")
        self.assertGreaterEqual(len(motion["times"]), 60)
        report = json.loads((directory / "report.json").read_text())
        self.assertIn("gambol", json.loads((directory / "versions.json").read_text()))
        self.assertEqual((directory / "motion.glb").read_bytes()[:4], b"glTF")
        self.assertEqual((directory / "sheet.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertTrue((directory / "motion.bvh").read_text().startswith("HIERARCHY"))
        self.assertIn("</html>", (directory / "view.html").read_text())
        return report


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
