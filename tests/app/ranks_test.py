# SPDX-License-Identifier: MIT
"""One run shared by processes that mpirun starts."""
import json
import os
import signal
import subprocess
import time

from harness import Case, PROGRAM, SOURCE, main

# Containers run as root and have fewer cores than ranks.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
HOP = """gambol: 1
name: hop
method: gait
speed: 1.5
characters:
  bob: {model: monopod}
gait: {search: {generations: 6, samples: 9}}
"""


def mpirun(ranks, *more):
    return [*MPIRUN, *more, "-n", str(ranks), str(PROGRAM)]


class Ranks(Case):
    def setUp(self):
        super().setUp()
        self.scene = self.write("hop.yaml", HOP)

    def shared(self, ranks, *arguments, more=()):
        return subprocess.run(
            [*mpirun(ranks, *more), *map(str, arguments)], cwd=self.scratch, capture_output=True, text=True,
            timeout=300, stdin=subprocess.DEVNULL)

    def plain(self):
        done = self.gambol("run", self.scene, "-o", "plain", "--threads", 1)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return self.motion("plain")

    def motion(self, directory):
        return (self.scratch / directory / "motion.json").read_bytes()

    def test_motion_has_the_same_bytes_for_any_number_of_ranks(self):
        expected = self.plain()
        for ranks in (1, 2, 4):
            done = self.shared(ranks, "run", self.scene, "-o", f"by-{ranks}", "--threads", 1)
            self.assertIn(done.returncode, (0, 3), done.stderr)
            self.assertEqual(self.motion(f"by-{ranks}"), expected, f"{ranks} ranks")
            self.assertEqual(done.stdout.count("watch it:"), 1, "only one of them prints")

    def wait_for_checkpoint(self, process):
        checkpoint = self.scratch / "shared.checkpoint"
        end = time.monotonic() + 120
        while not checkpoint.exists():
            self.assertIsNone(process.poll(), "ended before its first checkpoint")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def children(self, process):
        """Ranks in their order, as mpirun started them."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True)
        return sorted(int(pid) for pid in listed.stdout.split())

    def start_shared(self, *more):
        command = [*mpirun(2, *more), "run", str(self.scene), "-o", "shared", "--threads", "1",
                   "--set", "gait.search.generations=40"]
        return self.start(*command[1:], program=command[0])

    def test_a_rank_that_dies_ends_the_run_and_its_checkpoint_resumes(self):
        longer = ("--set", "gait.search.generations=40")
        process = self.start_shared()
        self.wait_for_checkpoint(process)
        os.kill(self.children(process)[1], signal.SIGKILL)
        _, told = process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("rank 1", told)
        self.assertIn("exited on signal 9", told)
        done = self.shared(2, "run", self.scene, "-o", "shared", "--threads", 1, "--resume", *longer)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        self.assertFalse((self.scratch / "shared.checkpoint").exists())
        whole = self.gambol("run", self.scene, "-o", "whole", *longer)
        self.assertIn(whole.returncode, (0, 3), whole.stderr)
        self.assertEqual(self.motion("shared"), self.motion("whole"))

    def test_usr1_keeps_the_best_so_far(self):
        process = self.start_shared()
        self.wait_for_checkpoint(process)
        process.send_signal(signal.SIGUSR1)
        _, told = process.communicate(timeout=120)
        self.assertEqual(json.loads((self.scratch / "shared" / "report.json").read_text())["status"], "interrupted",
                         told)
        self.assertTrue((self.scratch / "shared.checkpoint").exists())

    def test_ctrl_c_leaves_a_checkpoint(self):
        process = self.start_shared()
        self.wait_for_checkpoint(process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.assertTrue((self.scratch / "shared.checkpoint").exists())

    def test_bad_input_is_said_once(self):
        bad = self.write("bad.yaml", HOP.replace("speed: 1.5", "speed: -1"))
        done = self.shared(2, "run", bad, "-o", "bad")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(sum("bad.yaml:4" in line for line in done.stderr.splitlines()), 1, done.stderr)
        self.assertFalse((self.scratch / "bad").exists())

    def test_methods_without_a_shared_search_are_refused(self):
        done = self.shared(2, "run", SOURCE / "scenes" / "walk.yaml", "-o", "walk")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("start it without mpirun", done.stderr)


if __name__ == "__main__":
    main()
