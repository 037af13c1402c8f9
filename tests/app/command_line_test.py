# SPDX-License-Identifier: MIT
"""What the program says and returns without solving anything."""
import os
import re
import shutil
import subprocess
import time

from harness import Case, PROGRAM, SOURCE, WALK, main

BROKEN = """gambol: 1
name: broken
method: cio
duration: 5s
world: {ground: {frictoin: 0.8}}
characters:
  ann: {model: human, pose: standing, at: [0, 0]}
goals:
  - {who: ann, position: [2.5, 0]}
"""


def scene_with(model):
    return f"gambol: 1\ncharacters: {{a: {{model: {model}}}}}\ngoals: [{{who: a, stand: true}}]\n"


class CommandLine(Case):
    def test_help_names_every_command_and_shows_examples(self):
        done = self.gambol("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("run", "check", "verify", "export", "view", "list", "bench", "Examples:"):
            self.assertIn(word, done.stdout)
        for command in ("run", "check", "verify", "export", "view", "list"):
            help_text = self.gambol(command, "--help")
            self.assertEqual(help_text.returncode, 0)
            self.assertIn(f"gambol {command}", help_text.stdout)

    def test_version_names_the_program(self):
        done = self.gambol("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^gambol \d+\.\d+\.\d+ \(.+\)\n$")

    def test_no_command_is_bad_input_and_shows_the_help(self):
        done = self.gambol()
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertIn("Examples:", done.stderr)

    def test_unknown_command_suggests_the_nearest(self):
        self.assert_bad_input(self.gambol("chekc", WALK), "unknown command 'chekc'", "did you mean 'check'?")

    def test_unknown_flag_suggests_the_nearest(self):
        self.assert_bad_input(self.gambol("run", WALK, "--sede", "3"), "'--sede'", "did you mean '--seed'?")
        self.assertEqual(self.left_behind(), [])

    def test_missing_argument_is_named(self):
        self.assert_bad_input(self.gambol("check"), "SCENE")

    def test_values_of_flags_are_checked(self):
        for flag, value in [("--time-limit", "10parsecs"), ("--time-limit", "0s"), ("--time-limit", "-1min"),
                            ("--threads", "0"), ("--threads", "two"), ("--seed", "-1"), ("--seed", "1.5"),
                            ("--progress", "loud"), ("--set", "duration"), ("--set", "=3")]:
            with self.subTest(flag=flag, value=value):
                self.assert_bad_input(self.gambol("run", WALK, f"{flag}={value}"), flag)
        self.assertEqual(self.left_behind(), [])

    def test_set_is_checked_like_the_scene(self):
        self.assert_bad_input(self.gambol("run", WALK, "--set", "durations=3s"), "durations", "did you mean")
        self.assertEqual(self.left_behind(), [])

    def test_resume_says_that_cio_cannot(self):
        self.assert_bad_input(self.gambol("run", WALK, "--resume"), "--resume", "cio")
        self.assertEqual(self.left_behind(), [])


class Check(Case):
    def test_every_shipped_scene_is_ok(self):
        scenes = sorted((SOURCE / "scenes").glob("*.yaml"))
        self.assertGreaterEqual(len(scenes), 1)
        for scene in scenes:
            done = self.gambol("check", scene)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(": ok", done.stdout)

    def test_every_scene_in_the_documents_is_ok(self):
        self.write("walk.yaml", WALK.read_text())  # which some of them dress or refine
        documents = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]
        blocks = [block for document in documents
                  for block in re.findall(r"```yaml\n(gambol: 1\n.*?)```", document.read_text(), flags=re.S)]
        self.assertGreaterEqual(len(blocks), 2)
        for block in blocks:
            self.write("scene.yaml", block)
            done = self.gambol("check", "scene.yaml")
            self.assertEqual(done.returncode, 0, f"{done.stderr}\n{block}")

    def test_every_character_in_the_documents_is_ok(self):
        blocks = [block for document in sorted((SOURCE / "docs").glob("*.md"))
                  for block in re.findall(r"```yaml\n(gambol-character: 1\n.*?)```", document.read_text(), flags=re.S)]
        self.assertGreaterEqual(len(blocks), 2)
        self.write("scene.yaml", scene_with("mine.yaml"))
        for block in blocks:
            self.write("mine.yaml", block)
            done = self.gambol("check", "scene.yaml")
            self.assertEqual(done.returncode, 0, f"{done.stderr}\n{block}")
            self.assertIn("a: mine, ", done.stdout)

    def test_limbs_found_in_a_urdf_are_named(self):
        shutil.copy(SOURCE / "tests" / "models" / "robot_dog.urdf", self.scratch)
        self.write("scene.yaml", scene_with("robot_dog.urdf"))
        done = self.gambol("check", "scene.yaml")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("a: robot_dog, 12.1 kg; stands on FL_foot, FR_foot, RL_foot, RR_foot; other limbs: none", done.stdout)

    def test_mistakes_in_bodies_of_other_formats_are_bad_input(self):
        for name, text, expected in [
                ("broken.xml", "<mujoco>\n<worldbody>\n<body>\n</worldbody>\n</mujoco>\n", "broken.xml:3: XML parse error"),
                ("broken.urdf", "<robot name='r'><link name='a'/><joint/></robot>\n", "broken.urdf:1: "),
                ("stone.xml", "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>\n",
                 "no limbs were found")]:
            with self.subTest(name=name):
                self.write(name, text)
                self.write("scene.yaml", scene_with(name))
                self.assert_bad_input(self.gambol("check", "scene.yaml"), name, expected)
        self.write("scene.yaml", scene_with("gone.xml"))
        self.assert_bad_input(self.gambol("check", "scene.yaml"), "scene.yaml:2:25", "gone.xml", "MuJoCo")

    def test_broken_scene_is_bad_input_with_a_place_and_a_suggestion(self):
        self.write("broken.yaml", BROKEN)
        done = self.gambol("check", "broken.yaml")
        self.assert_bad_input(done, "broken.yaml:5:", "did you mean 'friction'?")

    def test_shipped_scenes_are_found_by_name(self):
        done = self.gambol("check", "walk")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("walk.yaml: ok", done.stdout)
        self.assert_bad_input(self.gambol("run", "wlak"), "did you mean 'walk'?", "gambol list scenes")
        self.write("walk.yaml", "gambol: 1\n")  # what is here comes first
        self.assert_bad_input(self.gambol("check", "walk.yaml"), "walk.yaml:1")

    def test_motions_are_not_scenes(self):
        self.write("motion.json", "{}")
        for command in ("run", "check"):
            for what in ("motion.json", "."):
                with self.subTest(command=command, what=what):
                    self.assert_bad_input(self.gambol(command, what), "is a motion, not a scene", "gambol view",
                                          "gambol verify")

    def warnings_of(self, *changes):
        scene = WALK.read_text()
        for old, new in changes:
            self.assertIn(old, scene)
            scene = scene.replace(old, new)
        done = self.gambol("check", self.write("scene.yaml", scene))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_angles_without_unit_that_look_like_degrees_are_remarked_upon(self):
        self.assertIn("90 is read as radians", self.warnings_of(("facing: 0deg", "facing: 90")))
        self.assertNotIn("radians", self.warnings_of(("facing: 0deg", "facing: 1.5")))

    def test_what_nobody_can_do_is_said_before_time_is_spent(self):
        ground, place = "ground: {friction: 0.8}", "position: [2.5, 0]"
        self.assertEqual(self.warnings_of(), "")
        self.assertIn("cannot get up to its target", self.warnings_of(
            (ground, ground + "\n  block: {box: {size: [2, 2, 3], at: [2.5, 0, 1.5]}}")))
        self.assertIn("cannot be at a height", self.warnings_of((place, "position: [2.5, 0, 4]")))
        self.assertIn("nothing there is about as high", self.warnings_of((place, "position: [2.5, 0, 1.5]")))
        crate = "goals:", "props:\n  crate: {box: {size: [0.5, 0.5, 0.5]}, mass: 20, at: [2.5, 0]}\ngoals:"
        self.assertEqual(self.warnings_of((place, "position: [2.5, 0, 1.5]"), crate), "")
        self.assertIn("slides on world.slope", self.warnings_of(
            (ground, "slope: {plane: {normal: [-0.866, 0, 0.5], point: [0, 0, 0]}, friction: 0.8}")))
        # Not only planes are steep, and it counts where somebody starts or goes.
        ramp = "ramp: {heightfield: {at: [2.5, 0], size: [1, 4], heights: [[0, 1.7], [0, 1.7]]}}"
        self.assertIn("slides on world.ramp at its target: a slope of 60 degrees", self.warnings_of(
            (ground, ground + "\n  " + ramp)))
        plank = "plank: {box: {size: [4, 2, 0.2], at: [2.5, 0, 0], rotation: {axis: y, angle: -50deg}}}"
        self.assertIn("scene.yaml:26:15: ann slides on world.plank at its target", self.warnings_of(
            (ground, ground + "\n  " + plank)))
        self.assertEqual("", self.warnings_of((ground, ground + "\n  " + plank.replace("[2.5, 0, 0]", "[2.5, 4, 0]"))))
        self.assertEqual("", self.warnings_of((ground, ground + "\n  " + plank.replace("-50deg", "-20deg").replace(
            "[2.5, 0, 0]", "[2.5, 0, -0.6]"))))
        self.assertIn("cannot go anywhere", self.warnings_of((ground, "ground: {friction: 0}")))
        self.assertIn("cannot stand and do a handstand", self.warnings_of(("stand: true", "stand: true\n    handstand: true")))

    def test_missing_scene_is_bad_input(self):
        self.assert_bad_input(self.gambol("check", "nowhere.yaml"), "nowhere.yaml")


class Refusals(Case):
    def test_running_a_broken_scene_writes_nothing(self):
        self.write("broken.yaml", BROKEN)
        self.assert_bad_input(self.gambol("run", "broken.yaml"), "broken.yaml:5:")
        self.assertEqual(self.left_behind(), ["broken.yaml"])

    def test_directory_that_is_no_run_is_not_touched(self):
        (self.scratch / "mine").mkdir()
        self.write("mine/thesis.tex", "years of work")
        self.assert_bad_input(self.gambol("run", WALK, "-o", "mine"), "mine", "not a gambol run")
        self.assertEqual((self.scratch / "mine" / "thesis.tex").read_text(), "years of work")
        self.assertEqual(self.left_behind(), ["mine", "mine/thesis.tex"])

    def test_output_that_is_a_file_is_refused(self):
        self.write("file", "x")
        self.assert_bad_input(self.gambol("run", WALK, "-o", "file"), "not a directory")
        self.assert_bad_input(self.gambol("run", WALK, "-o", "file/run"), "not a directory")

    def test_places_that_cannot_be_written_are_refused_before_solving(self):
        for place in ("/dev/full/run", "/proc/gambol-run"):
            began = time.monotonic()
            self.assert_bad_input(self.gambol("run", WALK, "-o", place), place)
            self.assertLess(time.monotonic() - began, 5)

    def test_verify_of_what_is_no_motion_is_bad_input(self):
        self.assert_bad_input(self.gambol("verify", "nowhere"), "nowhere")
        (self.scratch / "empty").mkdir()
        self.assert_bad_input(self.gambol("verify", "empty"), "motion.json")
        self.write("garbage.json", '{"format": "gambol/motion", ')
        self.assert_bad_input(self.gambol("verify", "garbage.json"), "garbage.json")
        self.write("other.json", '{"format": "something else"}')
        self.assert_bad_input(self.gambol("verify", "other.json"), "other.json")
        self.assertNotIn("verify.json", self.left_behind())

    def test_export_to_an_unknown_format_suggests_the_nearest(self):
        self.write("motion.json", "{}")
        self.assert_bad_input(self.gambol("export", "motion.json", "--to", "gbl"), "gbl", "did you mean 'glb'?")

    def test_bench_says_how_to_get_it(self):
        for arguments in ([], ["behaviours", "--seeds", "2"], ["--help"]):
            self.assert_bad_input(self.gambol("bench", *arguments), "./gambol bench")

class List(Case):
    def test_everything_is_listed_by_name(self):
        done = self.gambol("list")
        self.assertEqual(done.returncode, 0)
        for word in ("walk", "human", "position", "stand", "cio"):
            self.assertIn(word, done.stdout)

    def test_one_kind_is_listed_alone(self):
        done = self.gambol("list", "characters")
        self.assertEqual(done.returncode, 0)
        self.assertIn("human", done.stdout)
        self.assertNotIn("cio", done.stdout)

    def test_unknown_kind_suggests_the_nearest(self):
        self.assert_bad_input(self.gambol("list", "charaters"), "did you mean 'characters'?")

    def test_full_disk_behind_stdout_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("stdout", done.stderr)


if __name__ == "__main__":
    os.environ.pop("DISPLAY", None)
    main()
