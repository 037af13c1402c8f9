# SPDX-License-Identifier: MIT
"""Whole runs: what is written, how they stop, that nothing half-finished is ever left under the final name."""
import json
import os
import random
import select
import signal
import time

from harness import Case, RUN_FILES, WALK, main

# A step and a half with few starts: these tests are about files and signals, not about walking well.
SHORT = ["--set", "duration=2s", "--set", "goals.0.position=[0.6, 0]", "--set", "cio.starts=2"]


class Run(Case):
    def test_run_verify_export_round_trip(self):
        done = self.gambol("run", WALK, *SHORT, "-o", "out")
        self.assertIn(done.returncode, (0, 3), done.stderr)
        out = self.scratch / "out"
        report = self.assert_complete_run(out)
        self.assertIn("out/view.html", done.stdout)
        self.assertEqual(report["status"] == "valid", done.returncode == 0)

        verified = self.gambol("verify", "out")
        self.assertEqual(verified.returncode, 0 if report["audit"]["passed"] else 3, verified.stdout)
        self.assertIn("limit", verified.stdout)
        verdict = json.loads((out / "verify.json").read_text())
        self.assertEqual(verdict["passed"], verified.returncode == 0)

        exported = self.gambol("export", "out", "--to", "glb,bvh,html,csv,png,svg", "-o", "exported")
        self.assertEqual(exported.returncode, 0, exported.stderr)
        written = [self.scratch / line for line in exported.stdout.splitlines()]
        self.assertEqual({path.suffix for path in written}, {".glb", ".bvh", ".html", ".csv", ".png", ".svg"})
        for path in written:
            self.assertGreater(path.stat().st_size, 100, path)

        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        viewed = self.gambol("view", "out", env=environment)
        self.assertEqual(viewed.returncode, 0)
        self.assertIn("view.html", viewed.stdout)

    def test_verify_says_so_when_it_cannot_write_beside_the_motion(self):
        self.assertIn(self.gambol("run", WALK, *SHORT, "-o", "out", "--time-limit", "1s").returncode, (0, 3, 4))
        (self.scratch / "out" / "verify.json").mkdir()
        done = self.gambol("verify", "out")
        self.assertIn(done.returncode, (0, 3))
        self.assertIn("verify.json", done.stderr)

    def test_sabotaged_motion_fails_verification(self):
        self.assertIn(self.gambol("run", WALK, *SHORT, "-o", "out").returncode, (0, 3))
        file = self.scratch / "out" / "motion.json"
        motion = json.loads(file.read_text())
        for contact in motion["characters"][0]["contacts"]:
            contact["force"] = [[1.2 * x for x in force] for force in contact["force"]]
        file.write_text(json.dumps(motion))
        done = self.gambol("verify", file)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("FAILED", done.stdout)

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
        done = self.gambol("run", WALK, *SHORT, "--time-limit", "1s", "--progress", "json")
        self.assertIn(done.returncode, (0, 3, 4))
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
            self.assertIn(done.returncode, (0, 3), done.stderr)
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
