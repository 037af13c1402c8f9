# SPDX-License-Identifier: MIT
"""scripts/measure in a pretend clone with a pretend program: what is on the page."""
import datetime
import os
import shutil
import subprocess

from harness import Case, SOURCE, main

# A bench prints its arguments; a run writes the report.json of the directory that its -o names.
PROGRAM = """#!/bin/sh
[ "$1" = bench ] && { [ "$2" = effort ] && exit 1; echo "table of $*"; exit "$(cat "$(dirname "$0")/code")"; }
mkdir -p "$4"
cat > "$4/report.json" <<END
{"figures": [{"name": "torque_share_max (left_knee)", "value": 0.987654, "unit": "of limit"}],
 "audit": {"checks": [{"name": "residual_force_rms", "value": 0.002, "passed": true}]}}
END
"""
# Knows one commit, and what has changed since outside of docs.
GIT = """#!/bin/sh
case "$*" in
    *"rev-parse --short HEAD") echo 1234abc ;;
    *"status --porcelain"*":!docs") cat "$(dirname "$0")/../changed" ;;
    *) exit 1 ;;
esac
"""
HAND_WRITTEN = "# Measurements\n\n## cloth\n\nMeasured on commit abc, long ago.\n\n| as it was |\n"


class Measure(Case):
    def setUp(self):
        super().setUp()
        for folder in ("scripts", "docs", "bin"):
            (self.scratch / folder).mkdir()
        shutil.copy(SOURCE / "scripts" / "measure", self.scratch / "scripts" / "measure")
        self.write("gambol", PROGRAM).chmod(0o755)
        self.write("code", "0")
        self.write("docs/measurements.md", HAND_WRITTEN)
        self.write("bin/git", GIT).chmod(0o755)
        self.write("changed", "")
        self.environment = os.environ | {"PATH": f"{self.scratch / 'bin'}:{os.environ['PATH']}"}

    def measure(self, *arguments):
        return subprocess.run([self.scratch / "scripts" / "measure", *arguments], env=self.environment,
                              capture_output=True, text=True, timeout=60)

    def page(self):
        return (self.scratch / "docs" / "measurements.md").read_text()

    def test_a_section_says_what_was_run_where_when_and_on_which_commit(self):
        done = self.measure("durations")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("```\n$ ./gambol bench durations\ntable of bench durations\n```\n", self.page())
        self.assertIn(f"Measured on commit 1234abc, {datetime.date.today().isoformat()}, ", self.page())
        self.assertRegex(self.page(), r", \d+ cores?, load \d+\.\d when it began\.")

    def test_other_sections_stay_as_they_are(self):
        self.assertEqual(self.measure("durations").returncode, 0)
        self.assertTrue(self.page().endswith(HAND_WRITTEN.partition("\n\n")[2]), self.page())
        self.assertEqual(self.measure("cloth").returncode, 0)
        self.assertNotIn("as it was", self.page())
        self.assertIn("table of bench durations", self.page())

    def test_what_is_not_in_the_commit_is_said(self):
        self.write("changed", " M src/gambol/solve/lbfgs.cpp\n")
        self.assertEqual(self.measure("durations").returncode, 0)
        self.assertIn("Measured on commit 1234abc with changes, ", self.page())

    def test_a_bench_that_does_not_like_what_it_found_is_on_the_page_too(self):
        self.write("code", "3")
        self.assertEqual(self.measure("durations").returncode, 0)
        self.assertIn("table of bench durations", self.page())

    def test_a_section_whose_command_fails_stays_as_it_was(self):
        done = self.measure("effort", "durations")
        self.assertEqual(done.returncode, 1)
        self.assertIn("./gambol bench effort returned 1", done.stderr)
        self.assertNotIn("## effort", self.page())
        self.assertIn("## durations", self.page())

    def test_runs_become_rows_of_their_figures(self):
        self.assertEqual(self.measure("refinement").returncode, 0)
        self.assertIn("| walk-fullbody | – | – | 0.988 (left_knee) | – | 0.002 |\n", self.page())

    def test_names_that_are_not_there_are_refused_with_those_that_are(self):
        done = self.measure("walks")
        self.assertEqual(done.returncode, 1)
        self.assertIn("behaviours", done.stderr)
        self.assertEqual(self.page(), HAND_WRITTEN)


if __name__ == "__main__":
    main()
