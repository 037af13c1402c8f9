// SPDX-License-Identifier: MIT
#include "gambol/io/scene/job_reader.hpp"

#include "gambol/io/input_error.hpp"

#include "io/scene_text.hpp"

#include "gambol/scene/comfortable_duration.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>

namespace gambol::io {
namespace {

constexpr double kPi = std::numbers::pi;
const std::filesystem::path kScenes = GAMBOL_SOURCE_DIR "/scenes";

const std::vector<Goal>& goals_of(const Scene& scene)
{
    return task_of<cio::Task>(scene).goals;
}
const cio::Options& options_of(const Scene& scene)
{
    return task_of<cio::Task>(scene).options;
}

Job read(const std::string& text, const std::vector<Override>& overrides = {})
{
    return read_job_text(text, "scene.yaml", "", overrides);
}

const char* const kSmall = R"(gambol: 1
characters: {ann: {model: human}}
goals: [{who: ann, stand: true}]
)";

const char* const kRich = R"(gambol: 1
name: "everything: at once"
method: cio
duration: 4500ms
world:
  ground:
  crate: {box: {size: [50cm, 0.5, 600mm], at: [2, 0.4, 0.3], rotation: 30deg}, friction: 0.5}
  ramp: {plane: {point: [5, 0, 0], normal: [-1, 0, 4]}}
  ball: {sphere: {at: [0, 3, 0.5], radius: 0.5}}
  log: {capsule: {from: [0, -3, 0.2], to: [1, -3, 0.2], radius: 20cm}}
  mound: {heightfield: {at: [8, 8], size: [2, 1], heights: [[0, 0, 0], [0, 30cm, 0], [0, 0, 0]]}}
  downs: {heightfield: {at: [20, 20], hills: {amplitude: 0.1, wavelength: 2}}}
characters:
  ann: {model: human, at: [-1, 0], facing: 90deg}
  bob:
    model: human
    height: 182cm
    mass: 80kg
    scale: {leg: 1.1, left_leg: 0.9, arm: 1.25}
    pose: {from: lying-on-back, angles: {elbow_flexion: 0.5rad, left_knee_flexion: 40deg}}
    at: [-3, 1, 0.25]
  rex: {model: quadruped, at: [-5, -2], facing: 180deg}
goals:
  - {who: bob, stand: true, position: [-2, 0]}
  - {who: ann, facing: [0, -2], position: [1, 0, 0.9], stand: false}
seed: 18446744073709551615
cio: {phase_duration: 250ms, timing: even, starts: 2, residual: paper, solver: lbfgs, nearest: paper, zmp_hint: true, effort: false, fps: 240}
)";

TEST(SceneReader, ReadsTheWalk)
{
    const Job loaded = read_job(kScenes / "walk.yaml");
    const Scene& scene = loaded.scene;
    EXPECT_EQ(scene.name, "walk");
    EXPECT_EQ(method_name(scene.task), "cio");
    EXPECT_DOUBLE_EQ(scene.duration, 5);
    EXPECT_EQ(scene.seed, 1u);
    ASSERT_EQ(scene.surfaces.size(), 1u);
    EXPECT_EQ(scene.surfaces[0].name, "ground");
    EXPECT_DOUBLE_EQ(scene.surfaces[0].friction, 0.8);
    EXPECT_TRUE(std::holds_alternative<Plane>(scene.surfaces[0].shape));
    ASSERT_EQ(scene.characters.size(), 1u);
    EXPECT_EQ(scene.characters[0].name, "ann");
    EXPECT_EQ(scene.characters[0].body.model, "human");
    ASSERT_EQ(goals_of(scene).size(), 3u);
    EXPECT_EQ(std::get<PositionGoal>(goals_of(scene)[0].kind).target, Eigen::Vector3d(2.5, 0, 0));
    EXPECT_FALSE(std::get<PositionGoal>(goals_of(scene)[0].kind).with_height);
    EXPECT_EQ(std::get<FacingGoal>(goals_of(scene)[1].kind).direction, Eigen::Vector3d::UnitX());
    EXPECT_TRUE(std::holds_alternative<StandGoal>(goals_of(scene)[2].kind));
    EXPECT_TRUE(loaded.warnings.empty());
}

TEST(SceneReader, StrengthIsThatOfAllJoints)
{
    const auto knee = [](const std::string& more) {
        const Job job = read_job_text("gambol: 1\ncharacters: {ann: {model: human" + more
                + "}}\ngoals: [{who: ann, stand: true}]\n",
            "scene.yaml", "");
        for (const Segment& segment : job.scene.characters[0].body.segments)
            for (const Dof& dof : segment.dofs)
                if (dof.name == "left_knee_flexion")
                    return dof;
        ADD_FAILURE() << "no knee";
        return Dof();
    };
    EXPECT_DOUBLE_EQ(knee("").torque_lower, -196);
    EXPECT_DOUBLE_EQ(knee(", strength: 1.5").torque_lower, -1.5 * 196);
    EXPECT_DOUBLE_EQ(knee(", strength: 1.5").torque_upper, 1.5 * 105);
}

TEST(SceneReader, EveryShippedSceneReadsWithoutWarning)
{
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kScenes)) {
        if (entry.path().extension() != ".yaml")
            continue;
        ++count;
        const Job loaded = read_job(entry.path());
        EXPECT_TRUE(loaded.warnings.empty()) << entry.path() << ": " << loaded.warnings[0];
        EXPECT_EQ(loaded.scene.name, entry.path().stem()) << "the name and the file should agree";
    }
    EXPECT_GE(count, 3);
}

TEST(SceneReader, FillsInDefaults)
{
    const Scene scene = read(kSmall).scene;
    const Scene standard;
    EXPECT_EQ(scene.name, "scene");  // the file's stem
    EXPECT_EQ(method_name(scene.task), "cio");
    EXPECT_DOUBLE_EQ(scene.duration, standard.duration);
    EXPECT_EQ(scene.seed, standard.seed);
    ASSERT_EQ(scene.surfaces.size(), 1u);
    EXPECT_EQ(scene.surfaces[0].name, "ground");
    EXPECT_DOUBLE_EQ(scene.surfaces[0].friction, 0.8);
    EXPECT_DOUBLE_EQ(options_of(scene).phase_duration, comfortable_phase(scene));
    EXPECT_EQ(options_of(scene).starts, options_of(standard).starts);
    EXPECT_EQ(options_of(scene).body, CioBody::full);
    EXPECT_EQ(options_of(read(kSmall, { { "cio.body", "features" } }).scene).starts, 2);
    EXPECT_EQ(options_of(scene).solver, options_of(standard).solver);
    EXPECT_EQ(options_of(scene).residual, options_of(standard).residual);
    EXPECT_DOUBLE_EQ(options_of(scene).fps, options_of(standard).fps);
    EXPECT_DOUBLE_EQ(scene.characters[0].start.root_position.x(), 0);
}

TEST(SceneReader, StyleIsAWordOrNumbers)
{
    const auto style = [](const char* text) {
        return read(kSmall, { { "characters.ann.style", text } }).scene.characters[0].style;
    };
    EXPECT_EQ(read(kSmall).scene.characters[0].style.tension, 0);
    EXPECT_EQ(style("relaxed").tension, -1);
    EXPECT_EQ(style("tense").tension, 1);
    EXPECT_EQ(style("cautious").boldness, -1);
    EXPECT_EQ(style("bold").boldness, 1);
    EXPECT_EQ(style("{tension: 0.25, boldness: -0.5}").tension, 0.25);
    EXPECT_EQ(style("{tension: 0.25, boldness: -0.5}").boldness, -0.5);
    EXPECT_FALSE(read(kSmall).scene.characters[0].look_at);
    EXPECT_EQ(*read(kSmall, { { "characters.ann.look_at", "[1, 2, 150cm]" } })
                   .scene.characters[0]
                   .look_at,
        Eigen::Vector3d(1, 2, 1.5));
}

TEST(SceneReader, UnderstandsUnitsShapesAndPoses)
{
    const Scene scene = read(kRich).scene;
    EXPECT_EQ(scene.name, "everything: at once");
    EXPECT_DOUBLE_EQ(scene.duration, 4.5);
    EXPECT_EQ(scene.seed, 18446744073709551615u);
    EXPECT_DOUBLE_EQ(options_of(scene).phase_duration, 0.25);
    EXPECT_EQ(options_of(scene).solver, CioSolver::lbfgs);
    EXPECT_EQ(options_of(scene).residual, ResidualForm::paper);
    EXPECT_EQ(options_of(scene).nearest, NearestPoint::paper);
    EXPECT_TRUE(options_of(scene).zmp_hint);
    EXPECT_EQ(options_of(scene).timing, PhaseTiming::even);
    EXPECT_FALSE(options_of(scene).effort);

    const Box& crate = std::get<Box>(scene.surfaces[1].shape);
    EXPECT_LT((crate.half_size - Eigen::Vector3d(0.25, 0.25, 0.3)).norm(), 1e-15);
    EXPECT_NEAR((crate.rotation * Eigen::Vector3d::UnitX()).y(), 0.5, 1e-15);
    EXPECT_DOUBLE_EQ(scene.surfaces[1].friction, 0.5);
    EXPECT_NEAR(std::get<Plane>(scene.surfaces[2].shape).normal.norm(), 1, 1e-15);
    EXPECT_DOUBLE_EQ(std::get<Capsule>(scene.surfaces[4].shape).radius, 0.2);

    const SceneCharacter& ann = scene.characters[0];
    EXPECT_NEAR((ann.start.root_rotation * Eigen::Vector3d::UnitX()).y(), 1, 1e-15);
    const SceneCharacter& bob = scene.characters[1];
    EXPECT_NEAR(bob.body.total_mass(), 80, 1e-9);
    EXPECT_DOUBLE_EQ(bob.body.segments[0].com.z() / ann.body.segments[0].com.z(), 1.82 / 1.75);
    // Limbs are scaled after the body; a side wins over both sides.
    const auto link = [](const SceneCharacter& who, const std::string& segment) {
        return who.body.segments[std::size_t(who.body.find_segment(segment))].offset.norm();
    };
    for (const auto& [segment, factor] : { std::pair("left_shank", 0.9),
             std::pair("right_shank", 1.1), std::pair("left_hand", 1.25), std::pair("head", 1.0) })
        EXPECT_NEAR(link(bob, segment) / link(ann, segment), factor * 1.82 / 1.75, 1e-12)
            << segment;
    // The pose of that name with two joints changed, lifted by the third number of `at`.
    NamedPose pose = bob.body.poses.at("lying-on-back");
    pose.angles["left_elbow_flexion"] = pose.angles["right_elbow_flexion"] = 0.5;
    pose.angles["left_knee_flexion"] = 40 * kPi / 180;
    const Pose expected = place(bob.body, pose, { -3, 1 }, 0);
    EXPECT_EQ(bob.start.angles, expected.angles);
    EXPECT_LT(
        (bob.start.root_position - expected.root_position - Eigen::Vector3d(0, 0, 0.25)).norm(),
        1e-14);

    // bob's goals stand before ann's, and `stand: false` is none.
    ASSERT_EQ(goals_of(scene).size(), 4u);
    EXPECT_EQ(goals_of(scene)[0].who, 1);
    EXPECT_EQ(goals_of(scene)[2].who, 0);
    EXPECT_TRUE(std::get<PositionGoal>(goals_of(scene)[2].kind).with_height);
    EXPECT_LT(
        (std::get<FacingGoal>(goals_of(scene)[3].kind).direction + Eigen::Vector3d::UnitY()).norm(),
        1e-15);
}

TEST(ResolvedYaml, ReadsBackToTheSameScene)
{
    for (const char* text : { kSmall, kRich }) {
        const Job once = read(text);
        const Job twice = read_job_text(once.resolved_yaml, "resolved.yaml", "");
        EXPECT_EQ(test::SceneText::of(once.scene), test::SceneText::of(twice.scene))
            << once.resolved_yaml;
        EXPECT_EQ(once.resolved_yaml, twice.resolved_yaml) << "nothing is left to fill in";
    }
}

TEST(ResolvedYaml, ShowsTheDefaults)
{
    const std::string text = read(kSmall).resolved_yaml;
    for (const char* expected :
        { "name: scene", "method: cio", "duration: 5s", "friction: 0.8", "pose: standing",
            "height: 1.75", "mass: 70", "starts: 1", "body: full", "solver: lm", "seed: 1" })
        EXPECT_NE(text.find(expected), std::string::npos) << expected << "\n" << text;
}

/// A directory for one test, removed at its end.
class ModelFolder : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = std::filesystem::temp_directory_path()
            / ("gambol_scene_test_"
                + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::create_directories(folder_ / "models");
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder_ / name) << text;
    }

    std::filesystem::path folder_;
};

TEST_F(ModelFolder, AModelFileIsFoundBesideTheSceneAndWrittenIntoTheResolvedScene)
{
    write("models/longneck.yaml",
        "gambol-character: 1\nbase: human\nsegments: {head: {at: [0, 0, 0.6]}}\n");
    write("scene.yaml",
        "gambol: 1\ncharacters: {ann: {model: models/longneck.yaml, height: 1.75}}\ngoals: [{who: "
        "ann, "
        "stand: true}]\n");
    const Job loaded = read_job(folder_ / "scene.yaml");
    const Character& body = loaded.scene.characters[0].body;
    EXPECT_EQ(body.model, "longneck");
    EXPECT_DOUBLE_EQ(body.segments[2].offset.z(), 0.6);

    // Needs neither the model file nor its folder any more.
    const Job again = read_job_text(loaded.resolved_yaml, "resolved.yaml", "elsewhere");
    EXPECT_EQ(test::SceneText::of(loaded.scene), test::SceneText::of(again.scene));
}

TEST_F(ModelFolder, MistakesInAModelFileAreFoundThere)
{
    write("models/headless.yaml",
        "gambol-character: 1\nbase: human\nsegments:\n  haed: {mass: 5%}\n");
    write("scene.yaml", "gambol: 1\ncharacters: {ann: {model: models/headless.yaml}}\n");
    try {
        (void)read_job(folder_ / "scene.yaml");
        FAIL() << "accepted";
    } catch (const std::exception& error) {
        EXPECT_EQ(std::string(error.what()),
            (folder_ / "models/headless.yaml").string() + ":4:9: segments.haed has no 'parent'");
    }
}

TEST_F(ModelFolder, ABaseThatGoesInACircleIsRefused)
{
    write("a.yaml", "gambol-character: 1\nbase: ./b.yaml\n");
    write("b.yaml", "gambol-character: 1\nbase: ./a.yaml\n");
    EXPECT_THROW((void)read_character("a.yaml", folder_), std::exception);
}

TEST(Overrides, ReplaceAndAddValues)
{
    const Scene scene = read(kRich,
        { { "duration", "3s" }, { "characters.ann.mass", "60" }, { "goals.0.position", "[1, 2]" },
            { "world.crate.box.at", "[3, 0, 0.3]" }, { "cio.starts", "7" },
            { "world.wall", "{plane: {normal: x}}" } })
                            .scene;
    EXPECT_DOUBLE_EQ(scene.duration, 3);
    EXPECT_NEAR(scene.characters[0].body.total_mass(), 60, 1e-9);
    EXPECT_EQ(std::get<PositionGoal>(goals_of(scene)[0].kind).target, Eigen::Vector3d(1, 2, 0));
    EXPECT_DOUBLE_EQ(std::get<Box>(scene.surfaces[1].shape).center.x(), 3);
    EXPECT_EQ(options_of(scene).starts, 7);
    EXPECT_EQ(scene.surfaces.back().name, "wall");
}

TEST(Overrides, MakeTheMapsOnTheWay)
{
    const Scene scene
        = read(kSmall, { { "cio.fps", "60" }, { "world.ground.friction", "0.3" } }).scene;
    EXPECT_DOUBLE_EQ(options_of(scene).fps, 60);
    EXPECT_DOUBLE_EQ(scene.surfaces[0].friction, 0.3);
}

TEST(Overrides, AppearInTheResolvedScene)
{
    const Job loaded = read(kSmall, { { "seed", "42" } });
    EXPECT_NE(loaded.resolved_yaml.find("seed: 42"), std::string::npos);
}

std::vector<std::string> warnings_of(
    const std::string& world, const std::string& ann, const std::string& goal)
{
    return read("gambol: 1\nduration: 5s\nworld: " + world + "\ncharacters:\n  ann: " + ann
        + "\ngoals:\n  - " + goal + "\n")
        .warnings;
}

TEST(SceneWarnings, ATargetThatNeedsARun)
{
    const std::vector<std::string> warnings
        = warnings_of("{ground: }", "{model: human}", "{who: ann, position: [15, 0]}");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0],
        "scene.yaml:7:26: ann is 15 m from its target: about 3 m/s needed, more than a walk; try "
        "duration: "
        "19s");
    EXPECT_TRUE(
        warnings_of("{ground: }", "{model: human}", "{who: ann, position: [7, 0]}").empty());
    // A dog's legs are shorter: 7 m in 5 s is a trot.
    EXPECT_EQ(
        warnings_of("{ground: }", "{model: quadruped}", "{who: ann, position: [7, 0]}").size(), 1u);
}

TEST(SceneWarnings, ATargetInsideABox)
{
    const std::string world = "{ground: , crate: {box: {size: [1, 1, 0.5], at: [2, 0, 0.25]}}}";
    const std::vector<std::string> warnings
        = warnings_of(world, "{model: human}", "{who: ann, position: [2.2, 0, 0.4]}");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0], "scene.yaml:7:26: the target of ann lies inside world.crate");
    EXPECT_TRUE(
        warnings_of(world, "{model: human}", "{who: ann, position: [2.2, 0, 1.4]}").empty());
    // Without a height it is on top.
    EXPECT_TRUE(warnings_of(world, "{model: human}", "{who: ann, position: [2.2, 0]}").empty());
}

TEST(SceneWarnings, ATargetAboveNothing)
{
    const std::string world = "{ground: none, crate: {box: {size: [9, 1, 1], at: [0, 0, -0.5]}}}";
    const std::vector<std::string> warnings
        = warnings_of(world, "{model: human}", "{who: ann, position: [4.6, 0]}");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0], "scene.yaml:7:26: there is nothing below the target of ann");
    EXPECT_TRUE(warnings_of(world, "{model: human}", "{who: ann, position: [4.4, 0]}").empty());
}

TEST(SceneWarnings, ACharacterThatStartsInTheAir)
{
    const std::vector<std::string> warnings
        = warnings_of("{ground: }", "{model: human, at: [0, 0, 0.5]}", "{who: ann, stand: true}");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0],
        "scene.yaml:5:8: ann starts in the air, 0.5 m from anything; move it with at:");
    const std::string world = "{crate: {box: {size: [1, 1, 1], at: [3, 0, 0]}}}";
    EXPECT_EQ(warnings_of(world, "{model: human}", "{who: ann, stand: true}").size(), 1u);
}

TEST(SceneWarnings, ACharacterThatStartsInsideSomething)
{
    const std::string world = "{ground: , crate: {box: {size: [1, 1, 0.5], at: [2, 0, 0.25]}}}";
    const std::vector<std::string> warnings
        = warnings_of(world, "{model: human, at: [2, 0, 0]}", "{who: ann, stand: true}");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].substr(0, 22), "scene.yaml:5:8: ann st");
    EXPECT_NE(warnings[0].find("inside world.crate"), std::string::npos);
    // Standing on the box is fine, below the floor is not.
    for (const char* at : { "[2, 0]", "[2, 0, 0.5]" })
        EXPECT_TRUE(warnings_of(
            world, std::string("{model: human, at: ") + at + "}", "{who: ann, stand: true}")
                        .empty());
    EXPECT_EQ(
        warnings_of(world, "{model: human, at: [0, 0, -0.1]}", "{who: ann, stand: true}").size(),
        1u);
}

TEST(SceneWarnings, ThereIsNoTimeBetweenTwoGoals)
{
    const auto warned = [](const std::string& goals) {
        return read("gambol: 1\ncharacters: {ann: {model: human}}\ngoals: [" + goals + "]\n")
            .warnings;
    };
    EXPECT_TRUE(
        warned("{who: ann, position: [1, 0], when: 2s}, {who: ann, position: [3, 0]}").empty());
    const std::vector<std::string> soon
        = warned("{who: ann, position: [3, 0]}, {who: ann, position: [1, 0], when: 4.5s}");
    ASSERT_EQ(soon.size(), 1u);
    EXPECT_NE(soon[0].find("ann is 2 m from its target at the goal before: about 4 m/s"),
        std::string::npos)
        << soon[0];
    EXPECT_EQ(warned("{who: ann, position: [3, 0], when: 1s}").size(), 1u);
    EXPECT_EQ(warned("{who: ann, position: [3, 0], when: 0s}").size(), 1u);
}

TEST(SceneWarnings, WhatCannotBeStruck)
{
    const auto warned = [](const std::string& at) {
        return warnings_of("{ground: }", "{model: human}",
            "{who: ann, strike: {with: right_arm, at: " + at + "}}");
    };
    EXPECT_TRUE(warned("[0.6, 0, 1.3]").empty());
    EXPECT_TRUE(warned("[4, 0, 1.3]").empty());
    ASSERT_EQ(warned("[20, 0, 1.3]").size(), 1u);
    EXPECT_NE(warned("[20, 0, 1.3]")[0].find("more than a walk"), std::string::npos);
    ASSERT_EQ(warned("[0.6, 0, -1]").size(), 1u);
    EXPECT_NE(warned("[0.6, 0, -1]")[0].find("what ann is to strike lies inside world.ground"),
        std::string::npos);
}

TEST(SceneWarnings, WhatNobodyCanCarry)
{
    const auto warned = [](double mass, const std::string& to) {
        return read("gambol: 1\nduration: 12s\ncharacters: {ann: {model: human}}\nprops:\n"
                    "  crate: {box: {size: [0.3, 0.3, 0.3]}, at: [1, 0], mass: "
            + std::to_string(mass) + "}\ngoals: [{who: crate, position: " + to + "}]\n")
            .warnings;
    };
    EXPECT_TRUE(warned(8, "[3, 0]").empty());
    ASSERT_EQ(warned(5000, "[3, 0]").size(), 1u);
    EXPECT_NE(
        warned(5000, "[3, 0]")[0].find("they can neither carry nor push it"), std::string::npos);
    ASSERT_EQ(warned(8, "[3, 0, 5]").size(), 1u);
    EXPECT_NE(warned(8, "[3, 0, 5]")[0].find("crate cannot be lifted 4."), std::string::npos);
}

TEST(SceneWarnings, NoGoals)
{
    const std::vector<std::string> warnings
        = read("gambol: 1\ncharacters: {ann: {model: human}}\n").warnings;
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0], "scene.yaml:1:1: no goals: everybody will just stay in balance");
}

TEST(SceneReader, AutomaticDurationAndStrikesExcludeEachOther)
{
    const std::string strikes = R"(gambol: 1
duration: auto
characters: {ann: {model: human}}
goals: [{who: ann, strikes: {with: arm, every: 1s}}]
)";
    try {
        (void)read(strikes);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("scene.yaml:2:11: duration cannot be 'auto'"),
            std::string::npos)
            << error.what();
    }
}

TEST(Listings, NameEverythingOnce)
{
    ASSERT_EQ(list_characters().size(), 16u);
    EXPECT_EQ(list_characters()[0].name, "human");
    EXPECT_EQ(list_goals().size(), 6u);
    EXPECT_EQ(list_methods().size(), 4u);
    EXPECT_EQ(list_shapes().size(), 5u);
    EXPECT_EQ(list_poses("human").size(), 4u);
    for (const Listing& listing : list_characters())
        EXPECT_FALSE(listing.summary.empty()) << listing.name;
}

}  // namespace
}  // namespace gambol::io
