# SPDX-License-Identifier: MIT
"""What the program does with files, streams and machines that are not as they should be: always a documented exit
code and a sentence, never a signal."""
import json
import os
import pathlib
import resource
import signal
import socket
import subprocess
import time

from harness import Case, PROGRAM, SOURCE, WALK, main

QUADRUPED = """gambol: 1
name: long
duration: 200s
characters: {ann: {model: quadruped}}
goals: [{who: ann, position: [60, 0]}]
"""
SHEET = """gambol: 1
name: sheet
method: cloth
duration: 60s
world: {ground: {}}
cloth:
  sheet: {grid: {size: [0.4, 0.4], cells: [12, 12]}, at: [0, 0, 0.3]}
"""
SINGLE = {
    "format": "gambol/motion", "version": 1, "name": "stone", "method": "cio", "gravity": [0, 0, -9.81],
    "surfaces": [{"name": "ground", "friction": 1, "shape": {"plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}}}],
}


def falling(samples, end=0.1, far=0.0):
    """A ball in free fall that `samples` samples tell of; it also flies `far` along x."""
    times = [end * k / max(1, samples - 1) for k in range(samples)]
    ball = {"name": "ball", "parent": -1, "mass": 1, "com": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0],
            "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.1}}]}
    return {**SINGLE, "times": times, "characters": [{
        "name": "stone", "bodies": [ball], "positions": [[[far * t / end, 0, 3 - 4.905 * t * t]] for t in times],
        "rotations": [[[1, 0, 0, 0]] for _ in times], "joints": {"names": [], "values": [], "torques": None},
        "contacts": []}]}


class Hostile(Case):
    def motion(self, content):
        folder = self.scratch / "motion"
        folder.mkdir(exist_ok=True)
        (folder / "motion.json").write_text(content if isinstance(content, str) else json.dumps(content))
        return folder / "motion.json"

    def test_motions_without_samples_have_nothing_to_export(self):
        empty = self.motion(falling(0))
        for kind in ("bvh", "csv", "glb", "html", "png", "svg", "mp4"):
            with self.subTest(kind=kind):
                self.assert_bad_input(self.gambol("export", empty, "--to", kind), "no samples")
        self.assert_bad_input(self.gambol("view", empty), "no samples")

    def test_motions_of_one_sample_are_exported(self):
        single = self.motion(falling(1))
        for kind in ("bvh", "csv", "glb", "html", "png", "svg"):
            with self.subTest(kind=kind):
                done = self.gambol("export", single, "--to", kind)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_frame_rates_must_leave_a_frame(self):
        short = self.motion(falling(13))
        self.assert_bad_input(self.gambol("export", short, "--to", "bvh", "--fps", "9"), "--fps 9", "0.1 s")
        for rate in ("nan", "inf", "-nan", "0"):
            with self.subTest(rate=rate):
                self.assert_bad_input(self.gambol("export", short, f"--fps={rate}", "--to", "bvh"), "--fps")
        self.assertEqual(self.gambol("export", short, "--to", "bvh", "--fps", "10").returncode, 0)

    def test_numbers_beyond_all_bounds_are_bad_input(self):
        text = json.dumps(falling(13))
        self.assert_bad_input(self.gambol("verify", self.motion(text.replace("-9.81", "-1e400"))), "too large")
        self.assert_bad_input(self.gambol("verify", self.motion(text.replace('"parent": -1', '"parent": 1e3'))),
                              "expected an integer")
        self.assert_bad_input(
            self.gambol("verify", self.motion(text.replace('"parent": -1', '"parent": 99999999999999999999'))), "parent")

    def test_scenes_beyond_all_bounds_are_bad_input(self):
        """Embree aborted on pictures of 1e30 m, and what overflowed was called an internal error."""
        scene = """gambol: 1
duration: %s
world: {t: %s}
characters: {ann: {model: human, at: [%s, 0]}}
goals: [{who: ann, position: [%s, 0]}]
"""
        for values, said in ((("1e-300", "{plane: {}}", 0, 1), "duration"), (("9ms", "{plane: {}}", 0, 1), "at least 0.05 s"),
                             (("2s", "{plane: {}}", "1e30", 1), "characters.ann.at.0 is beyond all bounds"),
                             (("2s", "{plane: {}}", 0, "-1e300"), "position.0 is beyond all bounds"),
                             (("2s", "{heightfield: {hills: {amplitude: 1e200, wavelength: 2}}}", 0, 1), "amplitude")):
            with self.subTest(said=said):
                path = self.write("s.yaml", scene % values)
                self.assert_bad_input(self.gambol("run", path, "--progress", "none", "--time-limit", "1s"), said)

    def test_pictures_beyond_single_precision_are_refused(self):
        for far in (1e19, 1e30, 1e38, 1e300):
            path = self.motion(falling(13, far=far))
            for kind in ("png", "gif"):
                with self.subTest(far=far, kind=kind):
                    self.assert_bad_input(self.gambol("export", path, "--to", kind, "--size", "32x32"), "cannot be drawn")

    def test_files_do_not_command_the_terminal(self):
        escape = "a\x1b[2Jb"
        scene = self.write("s.yaml", f'gambol: 1\n"{escape}": 1\n'.replace("\x1b", "\\x1b"))
        done = self.gambol("check", scene)
        self.assert_bad_input(done, "unknown key 'a\\x1b[2Jb'")
        scene = self.write("s.yaml", 'gambol: 1\nname: "a\\x1bb"\ncharacters: {a: {model: human}}\n')
        self.assert_bad_input(self.gambol("check", scene), "name of a directory")
        self.assert_bad_input(self.gambol("check", f"{escape}.yaml"), "a\\x1b[2Jb.yaml")
        motion = falling(13)
        motion["characters"][0]["name"] = escape
        self.assert_bad_input(self.gambol("verify", self.motion(motion)), "contains a control character")
        for name in ("\x9b2Jx", "a\u202eb", "a\u2028b"):  # obeyed as well, though letters of Unicode
            with self.subTest(name=ascii(name)):
                scene = self.write("s.yaml", f'gambol: 1\nname: "{name}"\ncharacters: {{a: {{model: human}}}}\n')
                done = self.gambol("check", scene)
                self.assert_bad_input(done, "name of a directory")
                self.assertNotIn(name, done.stderr)
                motion["characters"][0]["name"] = name
                self.assert_bad_input(self.gambol("verify", self.motion(motion)), "contains a control character")
        scene = self.write("s.yaml", 'gambol: 1\nname: "two\\nlines"\ncharacters: {a: {model: human}}\n')
        done = self.gambol("check", scene)
        self.assert_bad_input(done, "name of a directory")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_complaints_can_be_read(self):
        """A line of 1 MB in a mesh was repeated in whole."""
        self.write("long.obj", "v " + "1" * 1000000 + "\n")
        scene = self.write("s.yaml", "gambol: 1\nmethod: cloth\nduration: 1s\ncloth: {s: {file: long.obj}}\n")
        done = self.gambol("check", scene)
        self.assert_bad_input(done, "long.obj:1: a vertex needs three numbers")
        self.assertLess(len(done.stderr), 2000)

    def test_names_that_are_no_text_do_not_get_into_files(self):
        """A scene in a file of such a name wrote a motion.json that nobody could read."""
        path = os.fsencode(self.scratch) + b"/a\xffb.yaml"
        with open(path, "w") as out:
            out.write("gambol: 1\ncharacters: {a: {model: human}}\ngoals: [{who: a, stand: true}]\n")
        self.assert_bad_input(self.gambol("check", os.fsdecode(path)), "name must be usable", "a\\xffb")

    def test_long_lines_are_read_as_fast_as_short_ones(self):
        """Columns were counted from the start of the line for every word: 9.6 s of CPU for a line of 1 MB."""
        numbers = ", ".join(["1" + " " * 74] * 190000)
        scene = self.write("long.yaml", f"gambol: 1\nx: [{numbers}]\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assert_bad_input(self.gambol("check", scene), "long.yaml:2:1: unknown key 'x'")
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime, 20)

    def test_what_cannot_be_written_is_refused_before_the_work(self):
        began = time.monotonic()
        for name in ("x" * 245, "x" * 300, "y/" + "x" * 300, "x" * 300 + "/y"):
            with self.subTest(name=name):
                self.assert_bad_input(self.gambol("run", WALK, "-o", name), "cannot be made: File name too long")
        self.assertEqual(self.left_behind(), [])
        self.assert_bad_input(self.gambol("run", WALK, "--seed", "18446744073709551616"), "below 2^64")
        self.assertLess(time.monotonic() - began, 60)  # five runs of walk take more

    def test_links_that_lead_nowhere_are_refused_before_the_work(self):
        """Results were thrown away when they could not be written in the end."""
        (self.scratch / "loop").symlink_to("loop")
        (self.scratch / "away").symlink_to("nowhere")
        there = self.left_behind()
        began = time.monotonic()
        for name in ("loop", "loop/x", "away", "away/x/y"):
            with self.subTest(name=name):
                self.assert_bad_input(self.gambol("run", WALK, "-o", name), "is a link that leads nowhere")
        self.assertEqual(self.left_behind(), there)
        self.assertLess(time.monotonic() - began, 60)  # a run of walk takes more than 10 s

    def test_a_directory_that_is_no_more_is_called_so(self):
        command = f"mkdir gone; cd gone; rmdir ../gone; exec {PROGRAM} run {WALK} -o x"
        done = subprocess.run(["sh", "-c", command], cwd=self.scratch, capture_output=True, text=True, timeout=60)
        self.assert_bad_input(done, "the current directory is no more")

    def test_a_page_that_cannot_lie_beside_its_motion_is_nobody_elses(self):
        """It was written to /tmp/motion.html, over whatever was there under that name."""
        folder = self.motion(falling(13)).parent
        (folder / "motion.html").mkdir()  # in the way
        temporary = self.scratch / "temporary"
        temporary.mkdir()
        (temporary / "motion.html").write_text("mine")
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = self.gambol("view", folder, env={**environment, "TMPDIR": str(temporary)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("gambol-view-", done.stdout)
        self.assertIn("</html>", pathlib.Path(done.stdout.strip()).read_text())
        self.assertEqual((temporary / "motion.html").read_text(), "mine")

    def test_empty_bodies_are_named(self):
        scene = self.write("s.yaml", "gambol: 1\ncharacters: {a: {model: r.urdf}}\ngoals: [{who: a, stand: true}]\n")
        self.write("r.urdf", "")
        self.assert_bad_input(self.gambol("check", scene), "r.urdf: the file is empty")

    def test_files_that_lead_to_themselves_or_never_end_are_bad_input(self):
        (self.scratch / "loop.yaml").symlink_to("loop.yaml")
        self.assert_bad_input(self.gambol("check", "loop.yaml"), "loop.yaml")
        self.assert_bad_input(self.gambol("run", "loop.yaml"), "loop.yaml")
        self.assert_bad_input(self.gambol("check", "/dev/zero"), "at most 16 MB")
        self.assert_bad_input(self.gambol("verify", self.scratch), "motion.json")
        os.mkfifo(self.scratch / "pipe.xml")
        scene = self.write("s.yaml", "gambol: 1\ncharacters: {a: {model: pipe.xml}}\ngoals: [{who: a, stand: true}]\n")
        self.assert_bad_input(self.gambol("check", scene, timeout=20), "not a file")
        for key in ("start: loop.yaml", "start: pipe.xml", "characters: {a: {model: loop.yaml}}"):
            with self.subTest(key=key):
                scene = self.write("s.yaml", f"gambol: 1\nmethod: spacetime\n{key}\n")
                self.assert_bad_input(self.gambol("check", scene, timeout=20), "s.yaml")

    def test_feet_beyond_reach_of_each_other_are_bad_input(self):
        text = (SOURCE / "scenes/broad-jump.yaml").read_text()
        scene = self.write("far.yaml", text.replace("[0, -0.085]", "[0, -50]"))
        self.assert_bad_input(self.gambol("check", scene), "m apart at one time")
        self.assert_bad_input(self.gambol("run", scene), "m apart at one time")

    def test_large_scenes_are_refused_at_once(self):
        scene = self.scratch / "large.yaml"
        with open(scene, "w") as out:
            out.write(WALK.read_text())
            out.truncate(500 << 20)
        began = time.process_time()
        self.assert_bad_input(self.gambol("check", scene), "500 MB", "at most 16 MB")
        self.assertLess(time.process_time() - began, 5)

    def test_floors_are_sized_to_what_is_seen(self):
        """A target 25 km away made a GLB of 151 MB, one 1,000 km away all memory be used up."""
        for far in (25e3, 1e6, 1e12):
            with self.subTest(far=far):
                path = self.motion(falling(61, end=1, far=far))
                done = self.gambol("export", path, "--to", "glb,html")
                self.assertEqual(done.returncode, 0, done.stderr)
                for name in ("motion.glb", "motion.html"):
                    self.assertLess(path.with_name(name).stat().st_size, 5e6, name)

    def test_a_closed_stderr_changes_nothing(self):
        command = f"exec {PROGRAM} run {WALK} --time-limit 1s --threads 1 -o out 2>&-"
        done = subprocess.run(["sh", "-c", command], cwd=self.scratch, stdout=subprocess.PIPE, timeout=300)
        self.assertEqual(done.returncode, 4)
        self.assert_complete_run(self.scratch / "out")
        bad = subprocess.run(["sh", "-c", f"exec {PROGRAM} check none.yaml 2>&-"], cwd=self.scratch, timeout=60)
        self.assertEqual(bad.returncode, 2)

    def test_full_disks_are_named_and_leave_nothing_half_written(self):
        short = self.motion(falling(13))
        before = sorted(os.listdir(short.parent))

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
        for kind in ("bvh", "csv", "glb", "html", "svg", "png"):
            with self.subTest(kind=kind):
                done = self.gambol("export", short, "--to", kind, preexec_fn=limit)
                self.assert_bad_input(done, f"motion.{kind}: cannot be written: File too large")
                self.assertEqual(sorted(os.listdir(short.parent)), before)
        with open("/dev/full", "w") as full:
            verify = subprocess.run([PROGRAM, "verify", short], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertIn("cannot write to stdout: No space left on device", verify.stderr)
        self.assertEqual(verify.returncode, 1)

    def test_lack_of_memory_is_called_so(self):
        """Embree's complaint was passed on as one about the processor."""
        short = self.motion(falling(13))
        seen = set()
        for megabytes in (100, 140, 180, 220, 260):
            done = self.gambol("export", short, "--to", "png",
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2))
            self.assertIn(done.returncode, (0, 1, 127), done.stderr)  # 127: the loader found no room
            if done.returncode == 1:
                self.assertIn("out of memory", done.stderr)
                seen.add(megabytes)
        self.assertTrue(seen)

    def test_paths_in_names_do_not_lead_out_of_the_directory(self):
        motion = falling(13)
        other = json.loads(json.dumps(motion["characters"][0]))
        other["name"] = "../../outside"
        motion["characters"].append(other)
        done = self.gambol("export", self.motion(motion), "--to", "bvh", "-o", "a/b")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([p for p in self.left_behind() if "outside" in p], ["a/b/motion-______outside-2.bvh"])

    def test_damaged_checkpoints_are_refused(self):
        scene = self.write("sheet.yaml", SHEET)
        run = ["run", scene, "-o", "out", "--threads", "1", "--checkpoint-every", "1ms", "--progress", "none"]
        self.assertEqual(self.gambol(*run, "--time-limit", "1s").returncode, 4)
        checkpoint = self.scratch / "out.checkpoint"
        whole = checkpoint.read_bytes()
        for place in (5, 40, len(whole) // 3, len(whole) // 2, len(whole) - 1):
            with self.subTest(place=place):
                wrong = bytearray(whole)
                wrong[place] ^= 4
                checkpoint.write_bytes(wrong)
                self.assert_bad_input(self.gambol(*run, "--resume"), "--resume", "out.checkpoint")
        checkpoint.write_bytes(whole[:-7])
        self.assert_bad_input(self.gambol(*run, "--resume"), "damaged or cut off")
        checkpoint.write_bytes(whole)
        self.assertIn(self.gambol(*run, "--resume", "--time-limit", "1s").returncode, (0, 4))


class Limits(Case):
    def cpu_of(self, *arguments):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = self.gambol(*arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def test_a_long_clip_keeps_the_time_limit(self):
        """After the limit of 1 s the audits, three more formats and a picture took 11 s of CPU more."""
        scene = self.write("long.yaml", QUADRUPED)
        done, seconds = self.cpu_of("run", scene, "-o", "out", "--threads", "1", "--time-limit", "1s")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertLess(seconds, 6)
        files = {path.name for path in (self.scratch / "out").iterdir()}
        self.assertLessEqual({"motion.json", "report.json", "AUDIT-FAILED.txt", "scene.yaml"}, files)
        self.assertIn("gambol verify", (self.scratch / "out" / "AUDIT-FAILED.txt").read_text())
        self.assertIn("no time to write", done.stdout)
        self.assertIn("left no time for the audit", done.stdout)
        self.assertNotIn("audited beyond its limit", done.stdout)
        self.assertIn("watch it: gambol view out", done.stdout)

    def test_a_closed_terminal_keeps_the_best_so_far(self):
        process = self.start("run", WALK, "-o", "out", "--threads", "1", "--progress", "plain")
        while "iteration" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        for _ in range(2):  # the terminal and its shell
            process.send_signal(signal.SIGHUP)
        process.stderr.read()
        self.assertEqual(process.wait(60), 130)
        self.assert_complete_run(self.scratch / "out")

    def test_nohup_is_respected(self):
        command = f"trap '' HUP; exec {PROGRAM} run {WALK} -o out --threads 1 --time-limit 10s --progress plain"
        process = subprocess.Popen(["sh", "-c", command], cwd=self.scratch, stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, text=True)
        self.addCleanup(process.stderr.close)
        while "iteration" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGHUP)
        process.stderr.read()
        self.assertIn(process.wait(60), (0, 4))

    def test_what_people_put_beside_a_run_stays(self):
        run = ["run", WALK, "-o", "out", "--threads", "1", "--time-limit", "1s", "--progress", "none"]
        self.assertEqual(self.gambol(*run).returncode, 4)
        out = self.scratch / "out"
        (out / "notes.txt").write_text("mine")
        (out / "renders").mkdir()
        (out / "renders" / "one.png").write_text("mine, too")
        (out / "motion.csv").write_text("of the old motion")
        # These cannot be copied; the run was lost in the end.
        os.mkfifo(out / "renders" / "pipe")
        (out / "nowhere").symlink_to("gone")
        (out / "circle").symlink_to("circle")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(out / "socket"))
        self.assertEqual(self.gambol(*run, "--seed", "2").returncode, 4)
        self.assert_complete_run(out)
        self.assertEqual((out / "notes.txt").read_text(), "mine")
        self.assertEqual((out / "renders" / "one.png").read_text(), "mine, too")
        self.assertFalse((out / "motion.csv").exists())
        self.assertTrue((out / "renders" / "pipe").is_fifo())
        self.assertTrue((out / "socket").is_socket())
        self.assertEqual(os.readlink(out / "nowhere"), "gone")


if __name__ == "__main__":
    main()
