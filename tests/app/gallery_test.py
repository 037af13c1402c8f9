# SPDX-License-Identifier: MIT
"""scripts/gallery in a pretend clone with a pretend program: what is on the page."""
import shutil
import struct
import subprocess
import zlib

from harness import Case, SOURCE, main

# Writes the run directory that its -o names; the picture is one that was made before.
PROGRAM = """#!/bin/sh
echo "$2" >> "$(dirname "$0")/calls"
mkdir -p "$4"
cp "$(dirname "$0")/sheet.png" "$4"
cat > "$4/report.json" <<END
{"status": "$(cat "$(dirname "$0")/status")", "wall_seconds": 12.34, "cpu_seconds": 20,
 "figures": [{"name": "goal_position_error", "value": 0.021, "unit": "m"},
             {"name": "goal_facing_error", "value": 0.1, "unit": "rad"}],
 "audit": {"checks": [{"name": "residual_force_rms", "value": 0.002, "passed": true},
                      {"name": "residual_force_max", "value": 0.03, "passed": true},
                      {"name": "slip", "value": 0.0042, "passed": $(cat "$(dirname "$0")/passed")}]}}
END
[ "$(cat "$(dirname "$0")/passed")" = true ] || exit 3
"""


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\x40\x80\xc0" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Gallery(Case):
    def setUp(self):
        super().setUp()
        for folder in ("scripts", "scenes", "docs"):
            (self.scratch / folder).mkdir()
        shutil.copy(SOURCE / "scripts" / "gallery", self.scratch / "scripts" / "gallery")
        self.write("gambol", PROGRAM).chmod(0o755)
        (self.scratch / "sheet.png").write_bytes(png(1600, 1200))
        self.verdict(True)
        self.write("scenes/walk.yaml", "# Ann walks\n# over there.\n#\n#     gambol run\ngambol: 1\n")
        self.write("scenes/jump.yaml", "# Bob jumps.\ngambol: 1\n")

    def verdict(self, valid):
        self.write("status", "valid" if valid else "audit_failed")
        self.write("passed", "true" if valid else "false")

    def make(self, *arguments):
        self.write("calls", "")
        return subprocess.run([self.scratch / "scripts" / "gallery", *arguments], capture_output=True, text=True,
                              timeout=60)

    def page(self):
        return (self.scratch / "docs" / "gallery.md").read_text()

    def test_every_scene_has_description_picture_figures_and_command(self):
        done = self.make()
        self.assertEqual(done.returncode, 0, done.stderr)
        page = self.page()
        for text in ("## walk\n\nAnn walks over there.\n", "![walk](images/gallery/walk.jpg)",
                     "    ./gambol run scenes/walk.yaml\n", "## jump\n\nBob jumps.\n",
                     "| [walk](#walk) | yes | 0.20 %, at most 3.0 % | 4.2 mm | 21 mm, 5.7° | 12.3 | 20.0 |"):
            self.assertIn(text, page)
        picture = (self.scratch / "docs" / "images" / "gallery" / "walk.jpg").read_bytes()
        self.assertEqual(picture[:2], b"\xff\xd8")
        self.assertLess(len(picture), 100_000)

    def test_naming_a_scene_keeps_the_rest_of_the_page(self):
        self.make()
        before = self.page()
        self.verdict(False)
        done = self.make("jump")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual((self.scratch / "calls").read_text().count("\n"), 1)
        after = self.page()
        self.assertIn("| [jump](#jump) | no: slip |", after)
        self.assertEqual(after.replace("no: slip", "yes"), before)

    def test_scenes_that_are_gone_leave_the_page(self):
        self.make()
        (self.scratch / "scenes" / "jump.yaml").unlink()
        self.assertEqual(self.make("walk").returncode, 0)
        self.assertNotIn("jump", self.page())
        self.assertFalse((self.scratch / "docs" / "images" / "gallery" / "jump.jpg").exists())

    def test_unknown_scene_is_refused(self):
        done = self.make("wlak")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("wlak", done.stderr)
        self.assertFalse((self.scratch / "docs" / "gallery.md").exists())


if __name__ == "__main__":
    main()
