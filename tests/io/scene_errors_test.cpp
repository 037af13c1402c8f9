// SPDX-License-Identifier: MIT
// What people get wrong in scene files, and what they are told: the exact message, place included.
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace gambol::io {
namespace {

const char* const kWalk = R"(gambol: 1
duration: 5s
world:
  ground: {friction: 0.8}
characters:
  ann: {model: human, at: [0, 0]}
goals:
  - {who: ann, position: [2.5, 0], stand: true}
)";

std::string complaint(const std::string& text, const std::vector<Override>& overrides = {})
{
    try {
        (void)read_job_text(text, "scene.yaml", "", overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

/// One thing in the walk above replaced by something wrong.
struct Slip {
    const char *name, *right, *wrong, *message;
};

// clang-format off
const std::vector<Slip> kSlips {
    { "NoVersion", "gambol: 1\n", "",
        "scene.yaml:1:1: no 'gambol: 1'; that is the first line of every scene" },
    { "NewerVersion", "gambol: 1", "gambol: 2",
        "scene.yaml:1:9: this scene is of format 2, but this program understands only 1; use a newer gambol" },
    { "VersionIsNotANumber", "gambol: 1", "gambol: one",
        "scene.yaml:1:9: gambol must be a whole number, not 'one'" },
    { "TabIndentation", "  ground", "\tground",
        "scene.yaml:4:1: a tab; indent with spaces" },
    { "UnclosedBracket", "at: [0, 0]}", "at: [0, 0}",
        "scene.yaml:6:32: not valid YAML: illegal flow end" },
    { "UnclosedQuote", "gambol: 1", "gambol: 1\nname: \"walk",
        "scene.yaml:2:7: this quote is never closed" },
    { "BadIndentation", "  ground: {friction: 0.8}", "  ground: {friction: 0.8}\n crate: {}",
        "scene.yaml:5:2: not valid YAML: end of map not found" },
    { "ListAsKey", "duration: 5s", "? [a, b]\n: 5s",
        "scene.yaml:2:3: a key must be a plain word" },
    { "AliasWithoutAnchor", "5s", "*length",
        "scene.yaml:2:11: not valid YAML: the referenced anchor is not defined" },
    { "DuplicateTopKey", "duration: 5s", "duration: 5s\nduration: 6s",
        "scene.yaml:3:1: key 'duration' stands twice; it was first at scene.yaml:2:1" },
    { "DuplicateKeyOnOneLine", "{friction: 0.8}", "{friction: 0.8, friction: 0.9}",
        "scene.yaml:4:27: key 'friction' stands twice; it was first at scene.yaml:4:12" },
    { "TwoCharactersOfOneName", "  ann: {model: human, at: [0, 0]}", "  ann: {model: human}\n  ann: {model: human}",
        "scene.yaml:7:3: key 'ann' stands twice; it was first at scene.yaml:6:3" },
    { "UnknownTopKey", "duration: 5s", "duraton: 5s",
        "scene.yaml:2:1: unknown key 'duraton' in the file; did you mean 'duration'? (allowed: gambol, name, method, world, characters, seed, duration, goals, props, cio)" },
    { "UnknownGroundKey", "friction", "frction",
        "scene.yaml:4:12: unknown key 'frction' in world.ground; did you mean 'friction'? (allowed: friction)" },
    { "UnknownKeyNearNothing", "friction: 0.8", "colour: red",
        "scene.yaml:4:12: unknown key 'colour' in world.ground (allowed: friction)" },
    { "UnknownCharacterKey", "at: [0, 0]", "hight: 1.8",
        "scene.yaml:6:23: unknown key 'hight' in characters.ann; did you mean 'height'? (allowed: model, height, mass, scale, strength, pose, at, facing, effort, style, look_at)" },
    { "UnknownGoalKey", "stand: true", "stnad: true",
        "scene.yaml:8:36: unknown key 'stnad' in goals.0; did you mean 'stand'? (allowed: who, when, position, facing, stand, handstand, strike, strikes)" },
    { "UnknownCioKey", "goals:", "cio: {startss: 2}\ngoals:",
        "scene.yaml:7:7: unknown key 'startss' in cio; did you mean 'starts'? (allowed: phase_duration, timing, starts, residual, solver, nearest, zmp_hint, effort, fps, body)" },
    { "ClothInAnotherMethod", "goals:", "cloth: {}\ngoals:",
        "scene.yaml:7:8: 'cloth' belongs to method cloth, but this scene's is cio" },
    { "UnknownMethod", "gambol: 1", "gambol: 1\nmethod: coi",
        "scene.yaml:2:9: method names an unknown method 'coi'; did you mean 'cio'? (there are: cio, spacetime, cloth, gait)" },
    { "DurationIsAWord", "5s", "long",
        "scene.yaml:2:11: duration must be a time, not 'long'" },
    { "DurationIsAList", "5s", "[5]",
        "scene.yaml:2:11: duration must be a single value, not a list" },
    { "DurationOfZero", "5s", "0s",
        "scene.yaml:2:11: duration must be at least 0.05 s, not 0s" },
    { "NegativeDuration", "5s", "-5s",
        "scene.yaml:2:11: duration must be at least 0.05 s, not -5s" },
    { "DurationTooLong", "5s", "11min",
        "scene.yaml:2:11: duration must be at most 600 s, not 11min" },
    { "DurationInDegrees", "5s", "5deg",
        "scene.yaml:2:11: duration has the unit 'deg'; a time takes s, ms or min" },
    { "DurationInHours", "5s", "5h",
        "scene.yaml:2:11: duration has the unit 'h'; a time takes s, ms or min" },
    { "NotANumber", "0.8", "nan",
        "scene.yaml:4:22: world.ground.friction must be finite, not 'nan'" },
    { "Infinite", "0.8", "inf",
        "scene.yaml:4:22: world.ground.friction must be finite, not 'inf'" },
    { "OverflowingNumber", "0.8", "1e999",
        "scene.yaml:4:22: world.ground.friction must be finite, not '1e999'" },
    { "NegativeFriction", "0.8", "-0.1",
        "scene.yaml:4:22: world.ground.friction must be at least 0, not -0.1" },
    { "FrictionWithUnit", "0.8", "0.8m",
        "scene.yaml:4:22: world.ground.friction has the unit 'm'; a plain number takes no unit" },
    { "FrictionMissing", "{friction: 0.8}", "{friction: }",
        "scene.yaml:4:12: world.ground.friction must be a plain number, not empty" },
    { "GroundIsANumber", "{friction: 0.8}", "0.8",
        "scene.yaml:4:11: world.ground must be a map, not a single value" },
    { "EmptyWorld", "world:\n  ground: {friction: 0.8}", "world: {}",
        "scene.yaml:3:8: world is empty; add at least ground: {friction: 0.8}" },
    { "SurfaceWithoutShape", "  ground: {friction: 0.8}", "  crate: {friction: 0.8}",
        "scene.yaml:4:10: world.crate has no shape (one of: plane, box, capsule, sphere, heightfield)" },
    { "UnknownShape", "  ground: {friction: 0.8}", "  crate: {bx: {size: [1, 1, 1], at: [0, 0, 0]}}",
        "scene.yaml:4:11: unknown key 'bx' in world.crate; did you mean 'box'? (allowed: friction, plane, box, capsule, sphere, heightfield)" },
    { "TwoShapes", "  ground: {friction: 0.8}", "  crate: {box: {size: [1, 1, 1], at: [0, 0, 0]}, sphere: {at: [0, 0, 0], radius: 1}}",
        "scene.yaml:4:10: world.crate has two shapes, box and sphere; give each its own name" },
    { "BoxOfZeroSize", "  ground: {friction: 0.8}", "  crate: {box: {size: [1, 0, 1], at: [0, 0, 0]}}",
        "scene.yaml:4:27: world.crate.box.size.1 must be above 0, not 0" },
    { "BoxWithoutPlace", "  ground: {friction: 0.8}", "  crate: {box: {size: [1, 1, 1]}}",
        "scene.yaml:4:16: world.crate.box has no 'at'" },
    { "BoxSizeOfTwoNumbers", "  ground: {friction: 0.8}", "  crate: {box: {size: [1, 1], at: [0, 0, 0]}}",
        "scene.yaml:4:23: world.crate.box.size must have 3 values, not 2" },
    { "BoxSizeIsANumber", "  ground: {friction: 0.8}", "  crate: {box: {size: 1, at: [0, 0, 0]}}",
        "scene.yaml:4:23: world.crate.box.size must be a list of 3 values, not a single value" },
    { "SphereWithoutRadius", "  ground: {friction: 0.8}", "  ball: {sphere: {at: [0, 0, 0], radius: 0}}",
        "scene.yaml:4:42: world.ball.sphere.radius must be above 0, not 0" },
    { "PlaneNormalOfZero", "  ground: {friction: 0.8}", "  wall: {plane: {normal: [0, 0, 0]}}",
        "scene.yaml:4:26: world.wall.plane.normal must not be zero: it is a direction" },
    { "QuaternionNotOfLengthOne", "  ground: {friction: 0.8}", "  crate: {box: {size: [1, 1, 1], at: [0, 0, 0], rotation: [1, 1, 0, 0]}}",
        "scene.yaml:4:59: world.crate.box.rotation must be a quaternion w, x, y, z of length 1, not 1.41" },
    { "NoCharacters", "characters:\n  ann: {model: human, at: [0, 0]}\n", "",
        "scene.yaml:1:1: the file has no 'characters'" },
    { "EmptyCharacters", "characters:\n  ann: {model: human, at: [0, 0]}", "characters:",
        "scene.yaml:5:1: characters is empty; add e.g. ann: {model: human}" },
    { "CharacterIsAWord", "{model: human, at: [0, 0]}", "human",
        "scene.yaml:6:8: characters.ann must be a map, not a single value" },
    { "CharacterWithoutModel", "model: human, ", "",
        "scene.yaml:6:8: characters.ann has no 'model'" },
    { "UnknownModel", "human", "humann",
        "scene.yaml:6:16: characters.ann.model names an unknown model 'humann'; did you mean 'human'? (there are: human, quadruped, wide-biped, hexapod, gymnast, leaper, swinger, tumbler, luxo, monopod, biped, horse, velociraptor, ostrich, mammoth, pentaped)" },
    { "UnknownModelNearNothing", "human", "robot",
        "scene.yaml:6:16: characters.ann.model names an unknown model 'robot' (there are: human, quadruped, wide-biped, hexapod, gymnast, leaper, swinger, tumbler, luxo, monopod, biped, horse, velociraptor, ostrich, mammoth, pentaped)" },
    { "MissingModelFile", "model: human", "model: models/robot.yaml",
        "scene.yaml:6:16: characters.ann.model names the file 'models/robot.yaml', which does not exist" },
    { "MissingUrdf", "model: human", "model: broken_scenes/robot.urdf",
        "scene.yaml:6:16: characters.ann.model names the file 'broken_scenes/robot.urdf', which exists neither here nor among the models that come with MuJoCo" },
    { "ModelOfAnotherFormat", "model: human", "model: robot.fbx",
        "scene.yaml:6:16: characters.ann.model names 'robot.fbx'; a model is a .yaml, .xml (MuJoCo) or .urdf file" },
    { "UnknownPose", "at: [0, 0]", "pose: standin",
        "scene.yaml:6:29: characters.ann.pose names an unknown pose 'standin'; did you mean 'standing'? (there are: lying-on-back, lying-on-side, lying-on-stomach, standing)" },
    { "UnknownJointInPose", "at: [0, 0]", "pose: {angles: {left_knee: 10deg}}",
        "scene.yaml:6:50: characters.ann.pose.angles.left_knee is not a joint of model 'human'; did you mean 'left_knee_flexion'? (there are: waist_flexion, waist_bend, waist_rotation, neck_flexion, neck_bend, neck_rotation, left/right_hip_flexion, left/right_hip_abduction, left/right_hip_rotation, left/right_knee_flexion, left/right_ankle_flexion, left/right_ankle_inversion, left/right_ankle_rotation, left/right_shoulder_flexion, left/right_shoulder_abduction, left/right_shoulder_rotation, left/right_elbow_flexion, left/right_wrist_pronation, left/right_wrist_flexion, left/right_wrist_deviation)" },
    { "JointBeyondItsRange", "at: [0, 0]", "pose: {angles: {knee_flexion: -10deg}}",
        "scene.yaml:6:53: characters.ann.pose.angles.knee_flexion is outside what the joint can do: 0 to 150 deg" },
    { "MassOfZero", "at: [0, 0]", "mass: 0",
        "scene.yaml:6:29: characters.ann.mass must be above 0, not 0" },
    { "EffortOfZero", "at: [0, 0]", "effort: 0",
        "scene.yaml:6:31: characters.ann.effort must be at least 0.001, not 0" },
    { "MassInMetres", "at: [0, 0]", "mass: 70m",
        "scene.yaml:6:29: characters.ann.mass has the unit 'm'; a mass takes kg or g" },
    { "HeightInMillimetresForgotten", "at: [0, 0]", "height: 1750",
        "scene.yaml:6:31: characters.ann.height must lie between a tenth of and ten times the model's own 1.75, not 1750" },
    { "PlaceOfOneNumber", "at: [0, 0]", "at: [0]",
        "scene.yaml:6:27: characters.ann.at must have 2 or 3 values, not 1" },
    { "PlaceIsAWord", "at: [0, 0]", "at: here",
        "scene.yaml:6:27: characters.ann.at must be a list of 2 or 3 values, not a single value" },
    { "FacingInMetres", "at: [0, 0]", "facing: 1m",
        "scene.yaml:6:31: characters.ann.facing has the unit 'm'; an angle takes deg or rad" },
    { "CharacterNamedLikeASurface", "  ann: {model", "  ground: {model",
        "scene.yaml:6:11: characters.ground has the name of world.ground" },
    { "GoalsAreAMap", "  - {who: ann, position: [2.5, 0], stand: true}", "  who: ann",
        "scene.yaml:8:3: goals must be a list, not a map" },
    { "GoalNamesNobody", "who: ann, ", "",
        "scene.yaml:8:5: goals.0 names nobody; add who: ann" },
    { "GoalNamesAStranger", "who: ann", "who: anna",
        "scene.yaml:8:11: goals.0.who names an unknown character 'anna'; did you mean 'ann'? (there is: ann)" },
    { "GoalAsksForNothing", ", position: [2.5, 0], stand: true", "",
        "scene.yaml:8:5: goals.0 asks for nothing (goals are: position, facing, stand, handstand, strike, strikes)" },
    { "PositionOfFourNumbers", "[2.5, 0]", "[1, 2, 3, 4]",
        "scene.yaml:8:26: goals.0.position must have 2 or 3 values, not 4" },
    { "PositionIsANumber", "[2.5, 0]", "2.5",
        "scene.yaml:8:26: goals.0.position must be a list of 2 or 3 values, not a single value" },
    { "PositionHoldsAWord", "[2.5, 0]", "[2.5, far]",
        "scene.yaml:8:32: goals.0.position.1 must be a length, not 'far'" },
    { "PositionInSeconds", "[2.5, 0]", "[2.5s, 0]",
        "scene.yaml:8:27: goals.0.position.0 has the unit 's'; a length takes m, cm or mm" },
    { "FacingOfZero", "stand: true", "facing: [0, 0, 0]",
        "scene.yaml:8:44: goals.0.facing must not be zero: it is a direction" },
    { "StandMaybe", "stand: true", "stand: maybe",
        "scene.yaml:8:43: goals.0.stand must be true or false, not 'maybe'" },
    { "PositionTwice", "goals:", "goals:\n  - {who: ann, position: [1, 0]}",
        "scene.yaml:9:26: goals.1.position is the second 'position' for ann at that time" },
    { "NegativeSeed", "goals:", "seed: -1\ngoals:",
        "scene.yaml:7:7: seed must be a whole number of at least 0, not '-1'" },
    { "SeedIsAFraction", "goals:", "seed: 1.5\ngoals:",
        "scene.yaml:7:7: seed must be a whole number of at least 0, not '1.5'" },
    { "NoStarts", "goals:", "cio: {starts: 0}\ngoals:",
        "scene.yaml:7:15: cio.starts must be 1 to 1000, not 0" },
    { "UnknownSolver", "goals:", "cio: {solver: lbgfs}\ngoals:",
        "scene.yaml:7:15: cio.solver names an unknown solver 'lbgfs'; did you mean 'lbfgs'? (there are: lbfgs, lm, paper)" },
    { "PhaseLongerThanTheClip", "goals:", "cio: {phase_duration: 6s}\ngoals:",
        "scene.yaml:7:23: cio.phase_duration must be at most 5 s, not 6s" },
    { "UnknownStyle", "at: [0, 0]", "style: calm",
        "scene.yaml:6:30: characters.ann.style names an unknown style 'calm' (there are: plain, relaxed, tense, cautious, bold)" },
    { "StyleBeyondItsEnd", "at: [0, 0]", "style: {tension: 2}",
        "scene.yaml:6:40: characters.ann.style.tension must be at most 1, not 2" },
    { "LooksNowhere", "at: [0, 0]", "look_at: [1, 2]",
        "scene.yaml:6:32: characters.ann.look_at must have 3 values, not 2" },
    { "TooFewFrames", "goals:", "cio: {fps: 24}\ngoals:",
        "scene.yaml:7:12: cio.fps must be at least 60, not 24" },
    { "NameWithABlank", "  ann: {model", "  ann lee: {model",
        "scene.yaml:6:3: 'ann lee' cannot be a name in characters; use letters, digits, - and _" },
    { "NameWithADot", "  ground: {", "  ground.2: {",
        "scene.yaml:4:3: 'ground.2' cannot be a name in world; use letters, digits, - and _" },
    { "SceneNameWithASlash", "gambol: 1", "gambol: 1\nname: ../walk",
        "scene.yaml:2:7: name must be usable as the name of a directory, not '../walk'" },
    { "ScaleOfNoLimb", "at: [0, 0]", "scale: {lag: 1.2}",
        "scene.yaml:6:36: characters.ann.scale.lag is not a limb of model 'human'; did you mean 'leg'? (there are: left/right_leg, left/right_arm)" },
    { "ScaleOfPercent", "at: [0, 0]", "scale: {leg: 120}",
        "scene.yaml:6:36: characters.ann.scale.leg must be at most 5, not 120" },
    { "StrengthOfNothing", "at: [0, 0]", "strength: 0",
        "scene.yaml:6:33: characters.ann.strength must be at least 0.1, not 0" },
    { "HeightIsEmpty", "at: [0, 0]", "height: ",
        "scene.yaml:6:23: characters.ann.height must be a length, not empty" },
    { "UnclosedSingleQuote", "gambol: 1", "gambol: 1\nname: 'it''s",
        "scene.yaml:2:7: this quote is never closed" },
    { "UmlautBefore", "  ann: {model: human, at: [0, 0]}", "  ännä: {modl: human}",
        "scene.yaml:6:10: unknown key 'modl' in characters.ännä; did you mean 'model'? (allowed: model, height, mass, scale, strength, pose, at, facing, effort, style, look_at)" },
    { "InlineModelWithoutVersion", "model: human", "model: {mass: 3}",
        "scene.yaml:6:16: no 'gambol-character: 1'; that is the first line of every character file" },
    { "InlineModelUnknownKey", "model: human", "model: {gambol-character: 1, base: human, leggs: 3}",
        "scene.yaml:6:51: unknown key 'leggs' in characters.ann.model (allowed: gambol-character, base, name, summary, source, planar, height, mass, feature_inertia, segments, patches, limbs, poses)" },
    { "InlineModelUnknownBase", "model: human", "model: {gambol-character: 1, base: humn}",
        "scene.yaml:6:44: base: unknown model 'humn'; did you mean 'human'? (there are: human, quadruped, wide-biped, hexapod, gymnast, leaper, swinger, tumbler, luxo, monopod, biped, horse, velociraptor, ostrich, mammoth, pentaped; or a file ending in .yaml, .xml or .urdf)" },
    { "InlineModelMasses", "model: human", "model: {gambol-character: 1, base: human, mass: 80kg, segments: {head: {mass: 10%}}}",
        "scene.yaml:6:57: characters.ann.model.mass is 80 kg, but the segments weigh 82.45 kg together" },
    { "InlineModelUnknownParent", "model: human", "model: {gambol-character: 1, base: human, segments: {horn: {parent: haed, at: [0, 0, 0.2]}}}",
        "scene.yaml:6:77: characters.ann.model.segments.horn.parent names an unknown segment 'haed'; did you mean 'head'? (there are: pelvis, chest, head, thigh, shank, foot, upper_arm, forearm, hand)" },
};

struct BrokenFile {
    const char* name;
    std::string text;
    const char* message;
};

const std::vector<BrokenFile> kBrokenFiles {
    { "EmptyFile", "",
        "scene.yaml:1:1: the file is empty" },
    { "OnlyAComment", "# nothing\n",
        "scene.yaml:1:1: the file is empty" },
    { "AList", "- 1\n- 2\n",
        "scene.yaml:1:1: the scene must be a map, not a list" },
    { "AWord", "hello\n",
        "scene.yaml:1:1: the scene must be a map, not a single value" },
    { "ACharacterFile", "gambol-character: 1\nmass: 70\n",
        "scene.yaml:1:1: this is a character, not a scene; name it as a `model:`" },
    { "TwoDocuments", std::string(kWalk) + "---\na: 1\n",
        "scene.yaml:10:1: a second document; put each into its own file" },
    { "BinaryFile", "gambol: 1\nname: \x01\n",
        "scene.yaml:2:7: byte 0x01 is not UTF-8 text" },
    { "SelfAlias", "gambol: 1\na: &a [*a]\n",
        "scene.yaml:2:8: this alias stands inside what it repeats" },
    { "NotUtf8", "gambol: 1\nname: caf\xE9\n",
        "scene.yaml:2:10: byte 0xE9 is not UTF-8 text" },
};
// clang-format on

TEST(SceneErrors, TheSceneWithoutSlipsIsAccepted)
{
    EXPECT_EQ(complaint(kWalk), "accepted");
}

class EverySlip : public testing::TestWithParam<Slip> { };

TEST_P(EverySlip, IsNamedWithItsPlace)
{
    const Slip& slip = GetParam();
    std::string text = kWalk;
    const std::size_t at = text.find(slip.right);
    ASSERT_NE(at, std::string::npos) << slip.right;
    text.replace(at, std::string(slip.right).size(), slip.wrong);
    EXPECT_EQ(complaint(text), slip.message);
}

INSTANTIATE_TEST_SUITE_P(SceneErrors, EverySlip, testing::ValuesIn(kSlips),
    [](const auto& info) { return std::string(info.param.name); });

class EveryBrokenFile : public testing::TestWithParam<BrokenFile> { };

TEST_P(EveryBrokenFile, IsRefusedWithItsPlace)
{
    EXPECT_EQ(complaint(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(SceneErrors, EveryBrokenFile, testing::ValuesIn(kBrokenFiles),
    [](const auto& info) { return std::string(info.param.name); });

TEST(SceneErrors, DeepNestingDoesNotOverflowTheStack)
{
    const std::string message = complaint("gambol: " + std::string(100000, '['));
    EXPECT_NE(message.find("nested too deeply"), std::string::npos) << message;
}

// Every key was compared with all keys before it: 200,000 took half a minute. Nobody wrote aliases.
TEST(SceneErrors, ManyKeysAreReadOnce)
{
    std::ostringstream text;
    text << "gambol: 1\n";
    for (int i = 0; i < 250000; ++i)
        text << "k" << i << ": {}\n";
    const std::string message = complaint(text.str());
    EXPECT_NE(message.find("too large: more than 200000 entries"), std::string::npos) << message;
    EXPECT_EQ(message.find("aliases"), std::string::npos) << message;
}

TEST(SceneErrors, ThereAreBoundsToWhatHasNames)
{
    std::ostringstream text;
    text << "gambol: 1\ncharacters: {ann: {model: human}}\nworld:\n";
    for (int i = 0; i < 10001; ++i)
        text << "  k" << i << ": {}\n";
    const std::string message = complaint(text.str());
    EXPECT_NE(message.find("world has 10001 entries, more than 10000"), std::string::npos);
}

// A chain of 3000 bodies kept the detection of limbs busy for minutes.
TEST(SceneErrors, BodiesHaveAtMost256Segments)
{
    std::ostringstream text;
    text << "gambol: 1\ncharacters:\n  ann:\n    model:\n      gambol-character: 1\n      mass: "
            "257\n"
            "      poses: {standing: {}}\n      segments:\n"
            "        s0: {mass: 1, com: [0, 0, 0], gyration: [0.1, 0.1, 0.1]}\n";
    for (int i = 1; i < 257; ++i)
        text << "        s" << i
             << ": {mass: 1, com: [0, 0, 0], gyration: [0.1, 0.1, 0.1], parent: s" << i - 1
             << ", at: [0, 0, 0.1]}\n";
    const std::string message = complaint(text.str());
    EXPECT_NE(message.find("segments are 257, more than 256"), std::string::npos) << message;
}

// Aborted where Eigen checks (sanitized builds): it was handed numbers one by one as they were
// read.
TEST(SceneErrors, AMomentOfInertiaIsANumber)
{
    const std::string message
        = complaint("gambol: 1\ncharacters:\n  ann:\n    model:\n      gambol-character: 1\n"
                    "      mass: 1\n      poses: {standing: {}}\n      segments:\n"
                    "        s: {mass: 1, com: [0, 0, 0], inertia: [1, x, 1, 0, 0, 0]}\n");
    EXPECT_NE(message.find("must be a plain number, not 'x'"), std::string::npos) << message;
}

// Ten lines that stand for 10⁸ values: refused at once instead of filling the memory.
TEST(SceneErrors, AliasesThatMultiplyAreRefused)
{
    std::ostringstream text;
    text << "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
    for (int i = 1; i < 8; ++i) {
        text << "a" << i << ": &a" << i << " [";
        for (int k = 0; k < 10; ++k)
            text << "*a" << i - 1 << (k < 9 ? ", " : "]\n");
    }
    const std::string message = complaint(text.str());
    EXPECT_NE(message.find("since aliases are copied"), std::string::npos) << message;
}

TEST(SceneErrors, AMissingFileIsNamed)
{
    try {
        (void)read_job("no/such/scene.yaml");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "no/such/scene.yaml: cannot be read: No such file or directory");
    }
}

TEST(SceneErrors, ADirectoryIsNotAScene)
{
    try {
        (void)read_job(GAMBOL_SOURCE_DIR "/scenes");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), GAMBOL_SOURCE_DIR "/scenes: is a directory, not a file");
    }
}

struct WrongFlag {
    const char* name;
    Override flag;
    const char* message;
};

const std::vector<WrongFlag> kWrongFlags {
    { "UnknownKey", { "characters.ann.mas", "80" },
        "--set characters.ann.mas=80: unknown key 'mas' in characters.ann; did you mean 'mass'? "
        "(allowed: model, height, mass, scale, strength, pose, at, facing, effort, style, "
        "look_at)" },
    { "UnknownCharacter", { "characters.anna.mass", "80" },
        "--set characters.anna.mass=80: there is no 'anna'; did you mean 'ann'? (there is: ann)" },
    { "WrongUnit", { "duration", "5kg" },
        "--set duration=5kg: duration has the unit 'kg'; a time takes s, ms or min" },
    { "OutOfRange", { "world.ground.friction", "-1" },
        "--set world.ground.friction=-1: world.ground.friction must be at least 0, not -1" },
    { "BelowASingleValue", { "duration.length", "5" },
        "--set duration.length=5: there is nothing below a single value" },
    { "NoSuchGoal", { "goals.1.stand", "true" },
        "--set goals.1.stand=true: '1' is no position in a list of 1 (the first is 0)" },
    { "GoalByName", { "goals.ann.stand", "true" },
        "--set goals.ann.stand=true: 'ann' is no position in a list of 1 (the first is 0)" },
    { "EmptyPath", { "", "5" }, "--set =5: a path looks like characters.ann.mass" },
    { "DoubleDot", { "world..friction", "5" },
        "--set world..friction=5: a path looks like characters.ann.mass" },
    { "BrokenValue", { "goals.0.position", "[1, 2" },
        "--set goals.0.position=[1, 2: not valid YAML: end of sequence flow not found" },
    { "EmptyValue", { "duration", "" },
        "--set duration=: duration must be a single value, not empty" },
};

class EveryWrongFlag : public testing::TestWithParam<WrongFlag> { };

TEST_P(EveryWrongFlag, IsNamed)
{
    EXPECT_EQ(complaint(kWalk, { GetParam().flag }), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(SceneErrors, EveryWrongFlag, testing::ValuesIn(kWrongFlags),
    [](const auto& info) { return std::string(info.param.name); });

const char* const kCarry = R"(gambol: 1
duration: 8s
world:
  ground: {friction: 0.8}
  wall: {box: {size: [0.2, 2, 1], at: [3, 0, 0.5]}}
characters:
  ann: {model: human, at: [0, 0]}
props:
  box: {box: {size: [0.3, 0.4, 0.3]}, mass: 8, at: [1, 0]}
goals:
  - {who: box, position: [2, 0]}
)";

// clang-format off
const std::vector<Slip> kPropSlips {
    { "MassZero", "mass: 8", "mass: 0",
        "scene.yaml:9:45: props.box.mass must be above 0, not 0" },
    { "NoMass", "mass: 8, ", "",
        "scene.yaml:9:8: props.box has no 'mass'" },
    { "InAWall", "at: [1, 0]}", "at: [3, 0, 0.4]}",
        "scene.yaml:9:52: props.box.at puts box 10 cm into world.wall; move it" },
    { "InAPerson", "at: [1, 0]}", "at: [0, 0]}",
        "scene.yaml:9:52: props.box.at puts box 12 cm into the left_shank of ann; move one of them" },
    { "InTheAir", "at: [1, 0]}", "at: [1, 0, 0.5]}",
        "scene.yaml:9:52: props.box.at hangs 35 cm above what is below it; write [x, y] to let it rest there" },
    { "GoalInAWall", "position: [2, 0]", "position: [3, 0, 0.4]",
        "scene.yaml:11:26: goals.0.position puts box 10 cm into world.wall; write [x, y] to let it rest on what is there" },
    { "NoShape", "box: {size: [0.3, 0.4, 0.3]}, ", "",
        "scene.yaml:9:8: props.box has no shape (one of: box, capsule, sphere)" },
    { "TwoShapes", "mass: 8,", "mass: 8, sphere: {radius: 0.1},",
        "scene.yaml:9:8: props.box has two shapes, box and sphere" },
    { "ShortCapsule", "box: {size: [0.3, 0.4, 0.3]}", "capsule: {length: 0.1, radius: 0.1}",
        "scene.yaml:9:27: props.box.capsule.length must be more than twice the radius; a ball is a sphere" },
    { "PropThatStands", "position: [2, 0]", "stand: true",
        "scene.yaml:11:23: goals.0.stand is for characters; box is a prop, which can have a position and a facing, or on a hinge an angle" },
    { "AngleWithoutHinge", "position: [2, 0]", "angle: 30deg",
        "scene.yaml:11:23: goals.0.angle is for props on a hinge; box has none" },
    { "NameOfACharacter", "  box: {box", "  ann: {box",
        "scene.yaml:9:8: props.ann has the name of characters.ann" },
    { "GoalOfNobody", "who: box", "who: bx",
        "scene.yaml:11:11: goals.0.who names an unknown character or prop 'bx'; did you mean 'box'? (there are: ann, box)" },
};
// clang-format on

TEST(SceneErrors, OfPropsSayWhereAndWhatToDo)
{
    ASSERT_EQ(complaint(kCarry), "accepted");
    for (const Slip& slip : kPropSlips) {
        std::string text = kCarry;
        const std::size_t at = text.find(slip.right);
        ASSERT_NE(at, std::string::npos) << slip.name;
        text.replace(at, std::string(slip.right).size(), slip.wrong);
        EXPECT_EQ(complaint(text), slip.message) << slip.name;
    }
}

const char* const kDoor = R"(gambol: 1
duration: 8s
world:
  ground: {friction: 0.8}
  post: {box: {size: [0.2, 0.2, 1], at: [3.1, 0.2, 0.5]}}
characters:
  ann: {model: human, at: [0, 0]}
props:
  door:
    box: {size: [0.04, 0.9, 2]}
    mass: 15
    at: [2, 0, 1.01]
    hinge: {at: [2, -0.45], from: 0deg, to: -110deg}
goals:
  - {who: door, angle: -80deg}
)";

// clang-format off
const std::vector<Slip> kHingeSlips {
    { "BesideThePost", "at: [3.1, 0.2, 0.5]", "at: [2.6, 0.1, 0.5]",
        "scene.yaml:13:48: props.door.hinge.to lets door turn further than world.post, which stops it at -39deg; move one of them, or write -38deg" },
    { "BehindThePost", "at: [3.1, 0.2, 0.5]", "at: [2.5, 0.6, 0.5]",
        "accepted" },
    { "WithoutAFrame", "at: [2, -0.45]", "at: [2, -0.6]",
        "scene.yaml:13:17: props.door.hinge.at puts the axis 15 cm away from door: it must go through it or along an edge of it" },
    { "ThroughTheMiddle", "at: [2, -0.45]", "at: [2, 0]",
        "scene.yaml:13:17: props.door.hinge.at puts the axis through the middle of door, where nothing turns it; move it to an edge" },
    { "NotFromItsStart", "from: 0deg", "from: -10deg",
        "scene.yaml:13:48: props.door.hinge.to and from leave out 0deg, which is how door starts: angles count from there" },
    { "NoRoomToTurn", "to: -110deg", "to: -0.5deg",
        "scene.yaml:13:48: props.door.hinge.to leaves door no room to turn" },
    { "NoEnd", ", to: -110deg", "",
        "scene.yaml:13:12: props.door.hinge has no 'to'" },
    { "BeyondItsRange", "angle: -80deg", "angle: 80deg",
        "scene.yaml:15:24: goals.0.angle is 80deg, beyond the range of door's hinge, -110deg to 0deg" },
    { "FacingBeyondIt", "angle: -80deg", "facing: 30deg",
        "scene.yaml:15:25: goals.0.facing is 30deg, beyond the range of door's hinge, -110deg to 0deg" },
    { "CarriedAway", "angle: -80deg", "position: [3, 0]",
        "scene.yaml:15:27: goals.0.position is for what can be carried; door hangs on a hinge: ask for an angle" },
};
// clang-format on

TEST(SceneErrors, OfHingesSayWhereAndWhatToDo)
{
    ASSERT_EQ(complaint(kDoor), "accepted");
    for (const Slip& slip : kHingeSlips) {
        std::string text = kDoor;
        const std::size_t at = text.find(slip.right);
        ASSERT_NE(at, std::string::npos) << slip.name;
        text.replace(at, std::string(slip.right).size(), slip.wrong);
        EXPECT_EQ(complaint(text), slip.message) << slip.name;
    }
}

TEST(SceneReader, AHingeTakesTheOriginOfItsProp)
{
    const Scene scene = read_job_text(kDoor, "scene.yaml", "").scene;
    const SceneProp& door = scene.props.at(0);
    ASSERT_TRUE(door.hinge);
    EXPECT_LT((door.position - Eigen::Vector3d(2, -0.45, 1.01)).norm(), 1e-12);
    EXPECT_LT((door.com - Eigen::Vector3d(0, 0.45, 0)).norm(), 1e-12);
    EXPECT_NEAR(door.hinge->least, -110 * M_PI / 180, 1e-12);
    EXPECT_NEAR(door.hinge->most, 0, 1e-12);
    // A board turns about its edge with m (w²/3 + d²/12), its free edge is farthest.
    EXPECT_NEAR(hinge_inertia(door), 15 * (0.81 / 3 + 0.0016 / 12), 1e-9);
    EXPECT_NEAR(swing_radius(door), std::hypot(0.9, 0.02), 1e-12);
    EXPECT_NEAR(door.hinge->friction, 0.03 * 15 * 9.81 * 0.9, 0.01);
    // Facing says the same as an angle.
    std::string text = kDoor;
    text.replace(text.find("angle: -80deg"), 13, "facing: -80deg");
    const Scene faced = read_job_text(text, "scene.yaml", "").scene;
    EXPECT_NEAR(std::get<AngleGoal>(task_of<cio::Task>(faced).goals.at(0).kind).angle,
        -80 * M_PI / 180, 1e-12);
}

TEST(SceneWarnings, TooLittleTimeToFetchAndCarry)
{
    std::string text = kCarry;
    text.at(text.find("8s")) = '3';
    const std::vector<std::string> warnings = read_job_text(text, "scene.yaml", "").warnings;
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("must be fetched and carried"), std::string::npos) << warnings[0];
}

}  // namespace
}  // namespace gambol::io
