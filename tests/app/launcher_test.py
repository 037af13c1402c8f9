# SPDX-License-Identifier: MIT
"""The ./gambol launcher in a pretend clone, with pretend tools: what it runs, and what it does not."""
import os
import pathlib
import shutil
import subprocess
import time

from harness import Case, SOURCE, main

PROGRAM = "#!/bin/sh\necho \"$PWD: $*\"\nexit 42\n"
# Pretends to build: leaves the program where the launcher expects it.
CMAKE = """#!/bin/sh
echo "cmake $*" >> "$LOG"
case "$*" in
    *--preset*) mkdir -p build/release && touch build/release/build.ninja ;;
    *gambol-bench) mkdir -p "$TREE/build/release/bench" && cp "$TREE/../program" "$TREE/build/release/bench/gambol-bench" ;;
    *--build*) mkdir -p "$TREE/build/release/app" && cp "$TREE/../program" "$TREE/build/release/app/gambol" ;;
esac
"""
DPKG_QUERY = "#!/bin/sh\necho dpkg-query >> \"$LOG\"\ncat \"$TREE/../installed\"\n"


class Launcher(Case):
    def setUp(self):
        super().setUp()
        self.tree = self.scratch / "a clone"
        for folder in ("src", "app", "scripts", "cmake"):
            (self.tree / folder).mkdir(parents=True)
        for name in ("gambol", "scripts/install", "CMakeLists.txt", "CMakePresets.json"):
            shutil.copy(SOURCE / name, self.tree / name)
        (self.tree / "src" / "a.cpp").write_text("")
        self.log = self.scratch / "log"
        self.tools = self.scratch / "tools"
        self.tools.mkdir()
        self.tool(self.scratch / "program", PROGRAM)
        self.tool(self.tools / "cmake", CMAKE)
        self.tool(self.tools / "dpkg-query", DPKG_QUERY)
        self.installed(self.packages())

    def tool(self, path, text):
        path.write_text(text)
        path.chmod(0o755)

    def packages(self, group="run"):
        """The names of a group in scripts/install; ./gambol asks for those of run."""
        text = (SOURCE / "scripts" / "install").read_text()
        block = text[text.index(f"{group}_packages=("):]
        return [line.split()[0] for line in block[:block.index("\n)")].splitlines()[1:]]

    def installed(self, names):
        (self.scratch / "installed").write_text("".join(f"installed {name}, \n" for name in names))

    def launch(self, *arguments, path=None, **options):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", "LOG": str(self.log),
                       "TREE": str(self.tree)}
        return subprocess.run([path or self.tree / "gambol", *arguments], env=environment, capture_output=True,
                              text=True, timeout=60, stdin=subprocess.DEVNULL, **options)

    def called(self):
        text = self.log.read_text() if self.log.exists() else ""
        self.log.write_text("")
        return text

    def test_first_call_builds_and_forwards_arguments_directory_and_exit_code(self):
        done = self.launch("run", "a b.yaml", cwd="/")
        self.assertEqual((done.returncode, done.stdout), (42, "/: run a b.yaml\n"), done.stderr)
        self.assertIn("building", done.stderr)
        self.assertIn("--target gambol", self.called())

    def test_works_through_a_symbolic_link(self):
        link = self.scratch / "elsewhere" / "gambol"
        link.parent.mkdir()
        link.symlink_to(self.tree / "gambol")
        self.assertEqual(self.launch(path=link, cwd=self.scratch).returncode, 42)

    def test_second_call_builds_nothing_and_costs_little(self):
        self.launch()
        self.called()
        times = []
        for _ in range(5):
            began = time.monotonic()
            done = self.launch()
            times.append(time.monotonic() - began)
            self.assertEqual((done.returncode, done.stderr), (42, ""))
        self.assertEqual(self.called(), "")
        self.assertLess(min(times), 0.2)

    def test_changed_added_and_deleted_sources_build_again(self):
        self.launch()
        changes = {
            "changed": lambda: os.utime(self.tree / "src" / "a.cpp"),
            "added": lambda: (self.tree / "app" / "b.cpp").write_text(""),
            "deleted": lambda: (self.tree / "src" / "a.cpp").unlink(),
        }
        for name, change in changes.items():
            self.called()
            time.sleep(0.02)
            change()
            self.assertIn("sources changed", self.launch().stderr, name)
            calls = self.called()
            self.assertIn("--build", calls)
            self.assertNotIn("dpkg-query", calls)

    def test_failed_build_stops_with_1_and_is_tried_again(self):
        good = (self.tools / "cmake").read_text()
        self.tool(self.tools / "cmake", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.launch().returncode, 1)
        self.tool(self.tools / "cmake", good)
        self.assertEqual(self.launch().returncode, 42)

    def test_missing_packages_are_installed_by_root_and_only_those(self):
        self.installed(self.packages()[2:])
        self.tool(self.tools / "id", "#!/bin/sh\necho 0\n")
        self.tool(self.tools / "apt-get", "#!/bin/sh\necho \"apt-get $*\" >> \"$LOG\"\n")
        self.assertEqual(self.launch().returncode, 42)
        calls = self.called()
        install = next(line for line in calls.splitlines() if "apt-get" in line and " install " in line)
        self.assertEqual(install.split()[-2:], self.packages()[:2])

    def test_without_rights_it_prints_the_command_and_stops_with_2(self):
        missing = self.packages()[0]
        self.installed(self.packages()[1:])
        self.tool(self.tools / "id", "#!/bin/sh\necho 1000\n")
        self.tool(self.tools / "sudo", "#!/bin/sh\nexit 1\n")  # would need a password, and there is no terminal
        self.tool(self.tools / "apt-get", "#!/bin/sh\necho apt-get >> \"$LOG\"\n")
        done = self.launch()
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"sudo apt-get install --no-install-recommends {missing}\n", done.stderr)
        self.assertNotIn("apt-get", self.called())
        self.assertFalse(pathlib.Path(self.tree, "build", "release").exists())

    def asked_for(self, *arguments):
        """The packages that a call of somebody without rights says are missing."""
        self.tool(self.tools / "id", "#!/bin/sh\necho 1000\n")
        self.tool(self.tools / "sudo", "#!/bin/sh\nexit 1\n")
        done = self.launch(*arguments)
        if done.returncode == 42:
            return []
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr.split("--no-install-recommends ")[1].split()

    def test_tables_are_a_program_of_their_own_built_when_asked_for(self):
        self.installed(self.packages() + self.packages("bench"))
        self.assertEqual(self.launch("run", "a.yaml").returncode, 42)
        calls = self.called()
        self.assertIn("-DGAMBOL_BENCH=OFF", calls)
        self.assertNotIn("gambol-bench", calls)
        done = self.launch("bench", "cio", "--limit", "1s", cwd="/")
        self.assertEqual((done.returncode, done.stdout), (42, "/: cio --limit 1s\n"), done.stderr)
        calls = self.called()
        self.assertIn("-DGAMBOL_BENCH=ON", calls)
        self.assertIn("--target gambol-bench", calls)
        self.assertEqual(self.launch("bench").stderr, "")
        self.assertEqual(self.launch("run", "a.yaml").stderr, "")
        self.assertEqual(self.called(), "")

    def test_packages_of_tables_and_films_are_asked_for_only_by_those(self):
        self.assertEqual(self.asked_for("run", "a.yaml"), [])
        self.assertEqual(self.asked_for("export", "runs/gif", "--to", "glb,png"), [])
        self.assertEqual(self.asked_for("bench"), self.packages("bench"))
        for formats in (["--to", "mp4"], ["--to", "glb,gif,png"], ["--to=gif"]):
            self.assertEqual(self.asked_for("export", "runs/walk", *formats), self.packages("film"), formats)

    def test_changed_package_list_is_checked_again(self):
        self.launch()
        self.called()
        with open(self.tree / "scripts" / "install", "a") as file:
            file.write("# one more\n")
        self.launch()
        self.assertIn("dpkg-query", self.called())


if __name__ == "__main__":
    main()
