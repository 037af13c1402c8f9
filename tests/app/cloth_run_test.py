# SPDX-License-Identifier: MIT
"""Runs of cloth that are killed, interrupted, resumed and simulated again from the middle."""
import json
import signal
import struct
import time

from harness import Case, main

SHEET = """gambol: 1
name: sheet
method: cloth
duration: 0.6s
world:
  ground: {friction: 0.5}
  ball: {sphere: {at: [0, 0, 0.2], radius: 0.15}, friction: 0.3}
cloth:
  sheet: {grid: {size: [0.6, 0.6], cells: [24, 24]}, at: [0.02, 0.01, 0.4]}
"""
CAPE = """gambol: 1
name: cape
method: cloth
world: {ground: {}}
characters: {bob: {motion: motion.json}}
cloth:
  cape:
    grid: {size: [0.3, 0.2], cells: [9, 6]}
    on: bob/trunk
    rotation: {axis: y, angle: 100deg}
    at: [-0.15, 0, 0.05]
    pins: [{at: [-0.124, -0.1, 0.198], to: [-0.124, 0.1, 0.198]}]
"""
RESULTS = ("motion.json", "cloth.obj", "cloth.pc2")


def write_slide(path):
    """Bob, one upright capsule a metre above the ground, slides 0.3 m along x in half a second."""
    count = 61
    trunk = {"name": "trunk", "parent": -1, "mass": 1, "com": [0, 0, 0], "inertia": [1, 1, 1, 0, 0, 0],
             "shapes": [{"capsule": {"from": [0, 0, -0.2], "to": [0, 0, 0.2], "radius": 0.1}}]}
    bob = {"name": "bob", "bodies": [trunk], "joints": {"names": [], "values": [[]] * count}, "contacts": [],
           "positions": [[[0.3 * k / (count - 1), 0, 1]] for k in range(count)], "rotations": [[[1, 0, 0, 0]]] * count}
    motion = {"format": "gambol/motion", "version": 1, "name": "slide", "method": "cio", "gravity": [0, 0, -9.81],
              "times": [k / 120 for k in range(count)], "surfaces": [], "characters": [bob]}
    path.write_text(json.dumps(motion))


class ClothRun(Case):
    def setUp(self):
        super().setUp()
        self.scene = self.write("sheet.yaml", SHEET)

    def results(self, name):
        return {file: (self.scratch / name / file).read_bytes() for file in RESULTS}

    def run_whole(self):
        done = self.gambol("run", self.scene, "-o", "whole")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def wait_for(self, path, process):
        """Until the file is there; the run must not end before."""
        while not path.exists():
            self.assertIsNone(process.poll(), "the run ended before its first checkpoint")
            time.sleep(0.01)

    def test_a_killed_run_resumes_to_the_same_bytes(self):
        self.run_whole()
        process = self.start("run", self.scene, "-o", "out", "--checkpoint-every", "100ms")
        checkpoint = self.scratch / "out.checkpoint"
        self.wait_for(checkpoint, process)
        process.kill()
        process.wait()
        self.assertFalse((self.scratch / "out").exists())
        self.assertEqual(self.gambol("run", self.scene, "-o", "out", "--resume").returncode, 0)
        self.assertEqual(self.results("out"), self.results("whole"))
        self.assertFalse(checkpoint.exists())

    def test_ctrl_c_keeps_what_is_there_and_resumes_to_the_same_bytes(self):
        self.run_whole()
        process = self.start("run", self.scene, "-o", "out", "--checkpoint-every", "100ms")
        self.wait_for(self.scratch / "out.checkpoint", process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        kept = json.loads((self.scratch / "out" / "motion.json").read_text())["times"]
        whole = json.loads((self.scratch / "whole" / "motion.json").read_text())["times"]
        self.assertLess(len(kept), len(whole))
        self.assertEqual(kept, whole[:len(kept)])
        cache = (self.scratch / "out" / "cloth.pc2").read_bytes()
        self.assertEqual(cache[32:], (self.scratch / "whole" / "cloth.pc2").read_bytes()[32:len(cache)])
        self.assertEqual(self.gambol("run", self.scene, "-o", "out", "--resume").returncode, 0)
        self.assertEqual(self.results("out"), self.results("whole"))

    def test_resume_without_or_with_a_foreign_checkpoint_is_bad_input(self):
        self.assert_bad_input(self.gambol("run", self.scene, "-o", "out", "--resume"), "--resume", "there is no")
        stopped = self.gambol("run", self.scene, "-o", "out", "--time-limit", "1ms")
        self.assertEqual(stopped.returncode, 4)
        self.assert_bad_input(
            self.gambol("run", self.scene, "-o", "out", "--resume", "--set", "duration=0.5s"), "another scene")

    def test_from_frame_keeps_the_frames_before_and_simulates_the_rest_again(self):
        self.run_whole()
        whole = self.results("whole")["cloth.pc2"]
        done = self.gambol("run", self.scene, "-o", "whole", "--from-frame", "20")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        again = self.results("whole")["cloth.pc2"]
        self.assertEqual(len(again), len(whole))
        frame = 12 * 25 * 25
        self.assertEqual(again[:32 + 21 * frame], whole[:32 + 21 * frame])
        # Other values from there on: the ball is slippery.
        done = self.gambol("run", self.scene, "-o", "whole", "--from-frame", "20", "--set", "world.ball.friction=0")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        slid = self.results("whole")["cloth.pc2"]
        self.assertEqual(slid[:32 + 21 * frame], whole[:32 + 21 * frame])
        self.assertNotEqual(slid, again)

    def test_from_frame_needs_that_frame_of_the_same_cloth(self):
        def refused(*arguments):
            return self.gambol("run", self.scene, "-o", "whole", *arguments)
        self.assert_bad_input(refused("--from-frame", "3"), "--from-frame", "run the whole scene first")
        self.run_whole()
        self.assert_bad_input(refused("--from-frame", "37"), "the last frame", "is 36")
        self.assert_bad_input(
            refused("--from-frame", "3", "--set", "cloth.sheet.grid.cells=[4, 4]"), "other cloth")
        self.assert_bad_input(refused("--from-frame", "3", "--set", "simulation.fps=120"), "frames per second")
        self.assert_bad_input(refused("--from-frame", "3", "--resume"), "--resume")

    def test_a_character_of_another_motion_wears_cloth(self):
        write_slide(self.scratch / "motion.json")
        done = self.gambol("run", self.write("cape.yaml", CAPE), "-o", "out")
        self.assertEqual(done.returncode, 3, done.stderr)  # bob himself hovers, which is not physics
        checks = {check["name"]: check for check in json.loads((self.scratch / "out" / "report.json").read_text())["audit"]["checks"]}
        for name in ("cloth_intersections", "cloth_penetration", "cloth_stretch"):
            self.assertTrue(checks[name]["passed"], name)
        motion = json.loads((self.scratch / "out" / "motion.json").read_text())
        self.assertEqual([character["name"] for character in motion["characters"]], ["bob"])
        self.assertEqual(len(motion["times"]), 61)  # as fine as his own
        data = (self.scratch / "out" / "cloth.pc2").read_bytes()[32:]
        frame = 12 * 10 * 7
        first, last = (struct.unpack("<210f", data[k * frame:(k + 1) * frame]) for k in (0, 60))
        # The pinned edge goes along with him; the far one has settled below it before the first sample.
        self.assertAlmostEqual(last[0] - first[0], 0.3, 5)
        self.assertLess(max(first[2::3]), 1.2)
        self.assertLess(min(first[2::3]), 0.95)

    def test_progress_says_frame_step_zones_and_time_left(self):
        done = self.gambol("run", self.scene, "-o", "out", "--progress", "json")
        lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        shown = [line for line in lines if line["event"] == "progress"]
        self.assertTrue(shown)
        for word in ("frame ", "/37", "step ", "zones ", "largest zone "):
            self.assertIn(word, shown[-1]["detail"])
        self.assertGreater(shown[-1]["fraction"], 0)


if __name__ == "__main__":
    main()
