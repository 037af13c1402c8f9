# SPDX-License-Identifier: MIT
"""Whole runs: what is written, how they stop, that nothing half-finished is ever left under the final name."""
import csv
import json
import os
import random
import re
import select
import shutil
import signal
import struct
import time
import xml.etree.ElementTree
import zlib

from harness import Case, PROGRAM, RUN_FILES, WALK, main

# A step and a half with few starts: these tests are about files and signals, not about walking well.
SHORT = ["--set", "duration=2s", "--set", "goals.0.position=[0.6, 0]", "--set", "cio.starts=2",
         "--set", "cio.body=features"]
SHORT_WALK = PROGRAM.parent.parent / "fixtures" / "short-walk"


class ShortWalk(Case):
    """A fixture of CTest: runs before the tests that need a walk, which copy it."""
    def test_is_valid_and_complete(self):
        shutil.rmtree(SHORT_WALK, ignore_errors=True)
        done = self.gambol("run", WALK, *SHORT, "-o", SHORT_WALK)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("short-walk/view.html", done.stdout)
        report = self.assert_complete_run(SHORT_WALK)
        self.assertEqual(report["status"], "valid")
        self.assertTrue(report["audit"]["passed"])


class Exported(Case):
    """What was written is what the format asks for, and all of the motion."""
    def setUp(self):
        super().setUp()
        shutil.copytree(SHORT_WALK, self.scratch / "out")
        self.times = json.loads((self.scratch / "out" / "motion.json").read_text())["times"]

    def export(self, ending):
        done = self.gambol("export", "out", "--to", ending, "-o", "exported")
        self.assertEqual(done.returncode, 0, done.stderr)
        written = [self.scratch / line for line in done.stdout.splitlines()]
        self.assertEqual([path.suffix for path in written], [f".{ending}"])
        return written[0]

    def test_glb_holds_its_length_and_an_animation_of_all_bodies(self):
        data = self.export("glb").read_bytes()
        magic, version, length, size, kind = struct.unpack("<4sIII4s", data[:20])
        self.assertEqual((magic, version, length, kind), (b"glTF", 2, len(data), b"JSON"))
        tree = json.loads(data[20:20 + size])
        animation = tree["animations"][0]
        paths = {channel["target"]["path"] for channel in animation["channels"]}
        self.assertLessEqual({"translation", "rotation"}, paths)
        times = tree["accessors"][animation["samplers"][0]["input"]]
        self.assertAlmostEqual(times["max"][0], self.times[-1], places=4)

    def test_bvh_has_as_many_lines_of_numbers_as_it_says(self):
        hierarchy, motion = self.export("bvh").read_text().split("MOTION\n")
        frames, seconds, *lines = motion.strip().splitlines()
        self.assertEqual(int(frames.split(":")[1]), len(lines))
        self.assertAlmostEqual(float(seconds.split(":")[1]) * (len(lines) - 1), self.times[-1], places=2)
        channels = sum(int(number) for number in re.findall(r"CHANNELS (\d)", hierarchy))
        for line in lines:
            self.assertEqual(len([float(word) for word in line.split()]), channels)

    def test_csv_has_a_row_of_numbers_for_every_time(self):
        with open(self.export("csv"), newline="") as file:
            head, *rows = csv.reader(file)
        self.assertEqual(len(rows), len(self.times))
        for row, time_ in zip(rows, self.times):
            self.assertEqual(len(row), len(head))
            self.assertAlmostEqual(float(row[0]), time_, places=5)

    def test_png_is_a_whole_picture(self):
        data = self.export("png").read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", data[16:24])
        self.assertGreaterEqual(min(width, height), 200)
        pixels, at = b"", 8
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            if kind == b"IDAT":
                pixels += data[at + 8:at + 8 + size]
            at += size + 12
        self.assertEqual(kind, b"IEND")
        self.assertGreaterEqual(len(zlib.decompress(pixels)), 3 * width * height)
        self.assertGreater(len(set(zlib.decompress(pixels))), 50, "of one colour")

    def test_svg_draws_a_row_for_every_patch(self):
        root = xml.etree.ElementTree.parse(self.export("svg")).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        words = " ".join(root.itertext())
        motion = json.loads((self.scratch / "out" / "motion.json").read_text())
        loaded = [contact["name"] for contact in motion["characters"][0]["contacts"] if max(contact["activation"]) > 0.5]
        self.assertGreaterEqual(len(loaded), 2)
        for name in loaded:
            self.assertIn(name.replace("_", " "), words)

    def test_page_holds_the_motion(self):
        page = self.export("html").read_text()
        self.assertTrue(page.rstrip().endswith("</html>"))
        self.assertIn("gambol/motion", page)

    def test_view_prints_the_page_where_there_is_no_display(self):
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        viewed = self.gambol("view", "out", env=environment)
        self.assertEqual(viewed.returncode, 0)
        self.assertIn("out/view.html", viewed.stdout)


class Verify(Case):
    def setUp(self):
        super().setUp()
        shutil.copytree(SHORT_WALK, self.scratch / "out")

    def test_passes_what_was_solved_and_writes_its_verdict(self):
        done = self.gambol("verify", "out")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("limit", done.stdout)
        verdict = json.loads((self.scratch / "out" / "verify.json").read_text())
        self.assertIs(verdict["passed"], True)

    def test_says_so_when_it_cannot_write_beside_the_motion(self):
        (self.scratch / "out" / "verify.json").mkdir()
        done = self.gambol("verify", "out")
        self.assertEqual(done.returncode, 0)
        self.assertIn("verify.json", done.stderr)

    def test_sabotaged_motion_fails(self):
        file = self.scratch / "out" / "motion.json"
        motion = json.loads(file.read_text())
        for contact in motion["characters"][0]["contacts"]:
            contact["force"] = [[1.2 * x for x in force] for force in contact["force"]]
        file.write_text(json.dumps(motion))
        done = self.gambol("verify", file)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("FAILED", done.stdout)


class Run(Case):
    def test_time_limit_returns_4_with_everything_written(self):
        began = time.monotonic()
        done = self.gambol("run", WALK, "-o", "out", "--threads", "1", "--time-limit", "300ms")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertLess(time.monotonic() - began, 60)
        report = self.assert_complete_run(self.scratch / "out")
        self.assertEqual(report["status"], "limit_reached")

    def test_default_directory_carries_the_seed_and_replaces_an_earlier_run(self):
        arguments = ["run", WALK, *SHORT, "--seed", "5", "--time-limit", "200ms", "--progress", "none"]
        self.assertEqual(self.gambol(*arguments).returncode, 4)
        out = self.scratch / "runs" / "walk-seed-5"
        self.assert_complete_run(out)
        (out / "report.json").write_text("old")
        again = self.gambol(*arguments)
        self.assertEqual(again.returncode, 4)
        self.assertEqual(again.stderr, "")
        self.assert_complete_run(out)
        self.assertEqual([path.name for path in (self.scratch / "runs").iterdir()], ["walk-seed-5"])

    def test_progress_in_json_is_one_object_per_line(self):
        done = self.gambol("run", WALK, *SHORT, "--progress", "json")
        self.assertEqual(done.returncode, 0)
        events = [json.loads(line) for line in done.stderr.splitlines()]
        self.assertEqual(events[0]["event"], "begin")
        self.assertEqual(events[-1]["event"], "end")
        middle = [event for event in events if event["event"] == "progress"]
        self.assertGreater(len(middle), 2)
        self.assertLessEqual({"stage", "iteration", "cost", "worst_term", "worst_violation", "seconds"}, set(middle[0]))

    def test_stderr_answers_within_a_second(self):
        process = self.start("run", WALK)
        ready, _, _ = select.select([process.stderr], [], [], 1.0)
        self.assertTrue(ready, "nothing on stderr after 1 s")
        self.assertIn("cio", process.stderr.readline())

    def test_motion_is_the_same_to_the_byte_for_any_number_of_threads(self):
        motions = []
        for threads in (1, 2, 4):
            done = self.gambol("run", WALK, *SHORT, "--set", "cio.starts=4", "--threads", threads, "-o", f"out{threads}")
            self.assertEqual(done.returncode, 0, done.stderr)
            motions.append((self.scratch / f"out{threads}" / "motion.json").read_bytes())
        self.assertEqual(motions[0], motions[1])
        self.assertEqual(motions[0], motions[2])


class Solutions(Case):
    def test_solutions_are_complete_runs_that_can_be_repeated(self):
        done = self.gambol("run", WALK, *SHORT, "--solutions", "2", "--progress", "none")
        self.assertIn(done.returncode, (0, 4), done.stderr)
        out = self.scratch / "runs" / "walk-solutions"
        index = json.loads((out / "solutions.json").read_text())
        folders = [solution["folder"] for solution in index["solutions"]]
        self.assertEqual({path.name for path in out.iterdir()}, {"solutions.json", "versions.json", *folders})
        self.assertEqual(done.returncode == 0, len(folders) == index["asked"])
        for solution in index["solutions"]:
            report = self.assert_complete_run(out / solution["folder"])
            self.assertEqual((report["status"], report["seed"]), ("valid", solution["seed"]))
            self.assertIn(f"{solution['folder']}/view.html", done.stdout)
            self.assertEqual(len(solution["differences"]), len(folders))
        again = self.gambol("run", out / folders[-1] / "scene.yaml", "-o", "again")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual((out / folders[-1] / "motion.json").read_bytes(),
                         (self.scratch / "again" / "motion.json").read_bytes())
        self.assert_bad_input(self.gambol("verify", out), "solution-1")

    def test_directory_of_solutions_is_replaced_like_a_run(self):
        arguments = ["run", WALK, *SHORT, "--solutions", "2", "--time-limit", "200ms", "-o", "out"]
        for _ in range(2):
            self.assertEqual(self.gambol(*arguments).returncode, 4)
            self.assertEqual(sorted(path.name for path in (self.scratch / "out").iterdir()),
                             ["solution-1", "solutions.json", "versions.json"])
        self.assertEqual([path.name for path in self.scratch.iterdir()], ["out"])


class Interruption(Case):
    def interrupt(self, number):
        process = self.start("run", WALK, "--set", "cio.starts=8", "-o", "out")
        process.stderr.readline()
        time.sleep(0.5)
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        report = self.assert_complete_run(self.scratch / "out")
        self.assertEqual(report["status"], "interrupted")
        self.assertIn("view.html", output)

    def test_ctrl_c_writes_the_best_so_far(self):
        self.interrupt(signal.SIGINT)

    def test_termination_writes_the_best_so_far(self):
        self.interrupt(signal.SIGTERM)

    def test_second_ctrl_c_leaves_at_once(self):
        process = self.start("run", WALK, "--set", "cio.starts=8", "-o", "out")
        process.stderr.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        # Two signals sent too close together count as one: wait until the first was heard.
        while "stopping" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        self.assertEqual(process.wait(timeout=30), 130)
        self.assertLess(time.monotonic() - began, 1)

    def test_kill_at_any_moment_leaves_no_directory_or_a_complete_one(self):
        arguments = ["run", WALK, *SHORT, "--time-limit", "300ms", "-o", "out"]
        began = time.monotonic()
        self.assertEqual(self.gambol(*arguments).returncode, 4)
        whole = time.monotonic() - began
        dice = random.Random(1)
        for attempt in range(12):
            if attempt == 6:  # half of the kills hit a first run, half one that replaces another
                self.gambol(*arguments)
            process = self.start(*arguments)
            # Mostly late, when files are being written.
            time.sleep(whole * dice.uniform(0.4, 1.05))
            process.kill()
            process.communicate()
            out = self.scratch / "out"
            if attempt >= 6 or out.exists():
                self.assert_complete_run(out)
                self.assertEqual({path.name for path in out.iterdir()}, RUN_FILES | self.marks(out))
            if attempt < 5 and out.exists():
                self.remove(out)
        self.assertEqual(self.gambol(*arguments).returncode, 4)
        self.assertEqual([path.name for path in self.scratch.iterdir()], ["out"], "left-overs of killed runs stay")

    def marks(self, out):
        return {path.name for path in out.glob("AUDIT-FAILED.txt")}

    def remove(self, out):
        for path in out.iterdir():
            path.unlink()
        out.rmdir()


if __name__ == "__main__":
    main()
