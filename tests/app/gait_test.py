# SPDX-License-Identifier: MIT
"""Gaits from the command line: found, stopped, resumed, looped."""
import json
import signal
import time

from harness import Case, main

HOP = """gambol: 1
name: hop
method: gait
speed: 1.5
characters: {stilt: {model: monopod}}
gait: {cycles: 3, search: {generations: 4, samples: 6}}
"""
# Long enough to be stopped.
WALK = """gambol: 1
name: walk
method: gait
speed: 1.2
characters: {bip: {model: biped}}
gait: {cycles: 2, search: {generations: 5, samples: 8}}
"""


class Gait(Case):
    def setUp(self):
        super().setUp()
        self.scene = self.write("walk.yaml", WALK)

    def report(self, name):
        return json.loads((self.scratch / name / "report.json").read_text())

    def motion(self, name):
        return (self.scratch / name / "motion.json").read_bytes()

    def figure(self, name, figure):
        return next(f["value"] for f in self.report(name)["figures"] if f["name"] == figure)

    def run_whole(self, *more):
        done = self.gambol("run", self.scene, "-o", "whole", *more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def wait_for(self, path, process):
        """Until the file is there; the run must not end before."""
        while not path.exists():
            self.assertIsNone(process.poll(), "the run ended before its first checkpoint")
            time.sleep(0.01)

    def test_a_hop_is_found_valid_and_complete(self):
        done = self.gambol("run", self.write("hop.yaml", HOP), "-o", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        report = self.assert_complete_run(self.scratch / "out")
        motion = json.loads(self.motion("out"))
        self.assertEqual(motion["method"], "gait")
        self.assertEqual(len(motion["times"]), 3 * motion["cycle"] + 1)
        positions = motion["characters"][0]["positions"]
        self.assertAlmostEqual(positions[-1][0][0] - positions[0][0][0], 1.5 * motion["times"][-1], 3)
        self.assertEqual(report["gaits"][0]["name"], "hop")
        self.assertIn("hop", done.stdout)
        self.assertEqual(self.gambol("verify", "out").returncode, 0)

    def test_threads_do_not_change_the_bytes(self):
        self.run_whole("--threads", "1")
        self.gambol("run", self.scene, "-o", "two", "--threads", "2")
        self.assertEqual(self.motion("whole"), self.motion("two"))

    def test_a_killed_run_resumes_to_the_same_bytes(self):
        self.run_whole()
        process = self.start("run", self.scene, "-o", "out", "--threads", "1")
        checkpoint = self.scratch / "out.checkpoint"
        self.wait_for(checkpoint, process)
        process.kill()
        process.wait()
        self.assertFalse((self.scratch / "out").exists())
        done = self.gambol("run", self.scene, "-o", "out", "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.motion("out"), self.motion("whole"))
        self.assertEqual(self.figure("out", "timings_solved"), self.figure("whole", "timings_solved"))
        self.assertFalse(checkpoint.exists())

    def test_ctrl_c_keeps_the_best_and_resumes_to_the_same_bytes(self):
        self.run_whole()
        process = self.start("run", self.scene, "-o", "out", "--threads", "1")
        self.wait_for(self.scratch / "out.checkpoint", process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(self.report("out")["status"], "interrupted")
        self.assertTrue(json.loads(self.motion("out"))["cycle"] > 0)
        self.assertEqual(self.gambol("verify", "out").returncode, 0, "the best so far is a whole gait")
        self.assertEqual(self.gambol("run", self.scene, "-o", "out", "--resume").returncode, 0)
        self.assertEqual(self.motion("out"), self.motion("whole"))

    def test_a_time_limit_keeps_the_best(self):
        done = self.gambol("run", self.scene, "-o", "out", "--time-limit", "10ms")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(self.report("out")["status"], "limit_reached")
        self.assertTrue(json.loads(self.motion("out"))["cycle"] > 0)

    def test_progress_tells_generations_and_feasible_shares(self):
        done = self.run_whole("--progress", "json")
        lines = [json.loads(line) for line in done.stderr.splitlines()]
        searching = [line for line in lines if line.get("stage_name") == "search"]
        self.assertTrue(searching)
        for line in searching:
            self.assertLessEqual(
                {"generation", "generations", "best", "spread", "feasible"}, set(line["figures"]))
        fractions = [line["fraction"] for line in lines if line["event"] == "progress"]
        self.assertEqual(fractions, sorted(fractions))

    def test_from_frame_is_for_cloth(self):
        self.assert_bad_input(
            self.gambol("run", self.scene, "--from-frame", "3"), "--from-frame: not available for method gait")

    def test_a_loop_goes_on_into_its_beginning(self):
        scene = self.write("hop.yaml", HOP)
        self.assertEqual(self.gambol("run", scene, "-o", "hop").returncode, 0)
        period = self.figure("hop", "period")
        whole, _ = read_bvh(self.scratch / "hop" / "motion.bvh")
        for way, stride in (("travel", 150 * period), ("in-place", 0)):
            done = self.gambol("export", "hop", "--to", "bvh,glb", "--loop", way)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual((self.scratch / "hop" / f"loop-{way}.glb").read_bytes()[:4], b"glTF")
            frames, interval = read_bvh(self.scratch / "hop" / f"loop-{way}.bvh")
            count = len(frames) - 1
            self.assertAlmostEqual(count * interval, period, 3)
            # Where the root is: x of BVH is our x, in centimetres. All other channels are as they were.
            self.assertAlmostEqual(frames[-1][0] - frames[0][0], stride, 1)
            for first, last in zip(frames[0][1:], frames[-1][1:]):
                self.assertAlmostEqual((first - last + 180) % 360 - 180, 0, 2)
            # From the last frame to the second, velocities are those with which the whole clip goes on.
            drift = (stride - 150 * period) / count
            for channel in range(len(frames[0])):
                ahead = whole[count + 1][channel] - whole[count][channel] + (drift if channel == 0 else 0)
                self.assertAlmostEqual(frames[1][channel] - frames[0][channel], ahead, 3)
        done = self.gambol("export", "hop", "--to", "bvh", "--loop", "travel", "--fps", "60")
        self.assertEqual(done.returncode, 0, done.stderr)
        frames, interval = read_bvh(self.scratch / "hop" / "loop-travel.bvh")
        self.assertEqual(len(frames) - 1, round(60 * period))
        self.assertAlmostEqual((len(frames) - 1) * interval, period, 3)

    def test_what_does_not_repeat_has_no_loop(self):
        self.write("motion.json", json.dumps({
            "format": "gambol/motion", "version": 1, "name": "still", "method": "cio", "gravity": [0, 0, -9.81],
            "times": [0, 0.01], "surfaces": [], "characters": []}))
        self.assert_bad_input(
            self.gambol("export", "motion.json", "--to", "bvh", "--loop", "travel"), "'still' does not repeat")
        self.assert_bad_input(self.gambol("export", "motion.json", "--to", "footfall.svg"), "only gaits repeat")

    def test_several_speeds_make_a_page(self):
        scene = self.write("hop.yaml", HOP.replace("speed: 1.5", "speeds: [1, 2]"))
        done = self.gambol("run", scene, "-o", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for folder in ("speed-1", "speed-2"):
            self.assert_complete_run(self.scratch / "out" / folder)
        sweep = json.loads((self.scratch / "out" / "sweep.json").read_text())
        self.assertEqual([point["speed"] for point in sweep["points"]], [1, 2])
        self.assertTrue(all(point["valid"] and point["gait"] == "hop" for point in sweep["points"]))
        self.assertEqual((self.scratch / "out" / "sweep.png").read_bytes()[:4], b"\x89PNG")
        self.assertIn("Alexander", (self.scratch / "out" / "sweep.svg").read_text())
        self.assertIn("speed-2/view.html", (self.scratch / "out" / "sweep.html").read_text())
        # One of them alone is the same.
        alone = self.gambol("run", scene, "-o", "alone", "--set", "speeds=[2]", "--set", "name=hop-2")
        self.assertEqual(alone.returncode, 0, alone.stderr)
        self.assertEqual(self.motion("alone"), self.motion("out/speed-2"))
        self.assert_bad_input(self.gambol("verify", "out"), "name one of them", "speed-1")

    def test_a_sweep_that_was_killed_goes_on(self):
        scene = self.write("hop.yaml", HOP.replace("speed: 1.5", "speeds: [1, 2]"))
        self.assertEqual(self.gambol("run", scene, "-o", "whole").returncode, 0)
        process = self.start("run", scene, "-o", "out", "--threads", "1")
        self.wait_for(self.scratch / "out.checkpoint", process)
        process.kill()
        process.wait()
        self.assertEqual(self.gambol("run", scene, "-o", "out", "--resume").returncode, 0)
        for folder in ("speed-1", "speed-2"):
            self.assertEqual(self.motion(f"out/{folder}"), self.motion(f"whole/{folder}"))


def read_bvh(path):
    """Frames and seconds between them."""
    lines = path.read_text().split("MOTION\n")[1].splitlines()
    return [[float(word) for word in line.split()] for line in lines[2:]], float(lines[1].split()[-1])


if __name__ == "__main__":
    main()
