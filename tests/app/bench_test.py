# SPDX-License-Identifier: MIT
"""gambol-bench, the comparison tables: its command line and how it stops."""
import json
import signal

from harness import BENCH, Case, main


class Bench(Case):
    def test_ctrl_c_prints_the_behaviours_done_so_far(self):
        process = self.start("behaviours", "--only", "walk", "--json", "figures.json", program=BENCH)
        self.assertRegex(process.stderr.readline(), r"^walk seed 1: ")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertRegex(output, r"\nwalk +[01]/1 ")
        self.assertIn("interrupted", output)
        figures = json.loads((self.scratch / "figures.json").read_text())
        self.assertEqual([scene["name"] for scene in figures["scenes"]], ["walk"])
        self.assertEqual([trial["seed"] for trial in figures["scenes"][0]["trials"]], [1])

    def bench(self, *arguments):
        return self.gambol(*arguments, program=BENCH)

    def test_without_a_name_it_lists_what_there_is(self):
        done = self.bench()
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("behaviours", "spacetime", "cloth", "jacobian"):
            self.assertRegex(done.stdout, rf"(?m)^{name} ")

    def test_unknown_benchmark_or_scene_of_one_is_bad_input(self):
        self.assert_bad_input(self.bench("nothing-of-the-kind"), "nothing-of-the-kind")
        self.assert_bad_input(self.bench("behavoirs"), "did you mean 'behaviours'?")
        self.assert_bad_input(self.bench("behaviours", "--sede"), "did you mean '--seeds'?")
        self.assert_bad_input(self.bench("behaviours", "--only", "wlak"), "did you mean 'walk'?")


if __name__ == "__main__":
    main()
