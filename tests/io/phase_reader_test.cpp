// SPDX-License-Identifier: MIT
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gambol::io {
namespace {

const char* const kDismount = R"(gambol: 1
method: spacetime
world:
  ground: {}
  bar: {capsule: {from: [0, -1, 2.5], to: [0, 1, 2.5], radius: 14mm}}
  crate: {box: {size: [1, 1, 0.4], at: [3, 0, 0.2]}}
characters:
  gil: {model: gymnast, pose: hanging}
phases:
  - {for: 0.9s, contacts: [{by: hands, on: bar}]}
  - {for: 600ms}
  - {for: 0.5s, contacts: [{by: feet, on: crate, at: [3, 0]}]}
keys:
  - {when: start, rest: true}
  - {when: 1.2, angles: {knee: 90deg}, velocities: {hip: 3}, within: 10deg}
  - {when: end, pose: crouching, somersaults: -1, rest: true}
)";

std::string changed(const std::string& right, const std::string& wrong)
{
    std::string text = kDismount;
    const std::size_t at = text.find(right);
    EXPECT_NE(at, std::string::npos) << right;
    return text.replace(at, right.size(), wrong);
}

std::string complaint(const std::string& right, const std::string& wrong)
{
    try {
        (void)read_job_text(changed(right, wrong), "scene.yaml", "");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

std::string mixed_turns()
{
    try {
        (void)read_job_text("gambol: 1\n"
                            "method: spacetime\n"
                            "world:\n"
                            "  ground: {}\n"
                            "characters:\n"
                            "  ann: {model: tumbler}\n"
                            "phases:\n"
                            "  - {for: 1s, contacts: [{by: left_foot, at: [0, 0.1]}]}\n"
                            "keys:\n"
                            "  - {when: start, pose: star, somersaults: 1}\n"
                            "  - {when: end, pose: star, cartwheels: 1}\n",
            "scene.yaml", "");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(PhaseReader, ReadsWhatHoldsTheBodyAndForHowLong)
{
    const Scene scene = read_job_text(kDismount, "scene.yaml", "").scene;
    ASSERT_EQ(task_of<spacetime::Task>(scene).phases.size(), 3u);
    EXPECT_DOUBLE_EQ(scene.duration, 2);
    EXPECT_DOUBLE_EQ(task_of<spacetime::Task>(scene).phases[1].duration, 0.6);
    EXPECT_TRUE(task_of<spacetime::Task>(scene).phases[1].contacts.empty());
    const PhaseContact& hands = task_of<spacetime::Task>(scene).phases[0].contacts.at(0);
    EXPECT_EQ(scene.characters[0].body.patches[std::size_t(hands.patch)].name, "hands");
    EXPECT_EQ(scene.surfaces[std::size_t(hands.surface)].name, "bar");
    EXPECT_EQ(hands.at, Eigen::Vector3d(0, 0, 2.5));  // the middle of the bar
    EXPECT_EQ(task_of<spacetime::Task>(scene).phases[2].contacts.at(0).at,
        Eigen::Vector3d(3, 0, 0.4));  // on the crate
}

TEST(PhaseReader, ReadsKeys)
{
    const Scene scene = read_job_text(kDismount, "scene.yaml", "").scene;
    ASSERT_EQ(task_of<spacetime::Task>(scene).keys.size(), 3u);
    EXPECT_TRUE(task_of<spacetime::Task>(scene).keys[0].rest);
    EXPECT_TRUE(task_of<spacetime::Task>(scene).keys[0].angles.empty());
    EXPECT_EQ(task_of<spacetime::Task>(scene).keys[1].angles.size(), 1u);
    EXPECT_EQ(task_of<spacetime::Task>(scene).keys[1].velocities.at(0).value, 3);
    EXPECT_NEAR(task_of<spacetime::Task>(scene).keys[1].within, 0.1745, 1e-4);
    EXPECT_EQ(task_of<spacetime::Task>(scene).keys[2].when, 2);
    EXPECT_EQ(
        task_of<spacetime::Task>(scene).keys[2].angles.size(), 4u);  // a pose is about all joints
    EXPECT_EQ(task_of<spacetime::Task>(scene).keys[2].somersaults, -1);
}

TEST(PhaseReader, ReadsObjectives)
{
    std::string text = kDismount;
    const spacetime::Objectives usual
        = task_of<spacetime::Task>(read_job_text(text, "scene.yaml", "").scene).objectives;
    EXPECT_EQ(usual.smooth, 1);
    EXPECT_EQ(usual.pose, 1);
    EXPECT_EQ(usual.contact_force, 0);
    EXPECT_TRUE(usual.torques.empty());
    text += "objectives: {pose: 0.5, contact_jerk: 0.01, torques: {knee: 0.1}}\n";
    const spacetime::Objectives read
        = task_of<spacetime::Task>(read_job_text(text, "scene.yaml", "").scene).objectives;
    EXPECT_EQ(read.pose, 0.5);
    EXPECT_EQ(read.contact_jerk, 0.01);
    ASSERT_EQ(read.torques.size(), 1u);
    EXPECT_EQ(read.torques[0].angle, 2);
    EXPECT_EQ(read.torques[0].weight, 0.1);
}

TEST(PhaseReader, ResolvedSceneReadsBackTheSame)
{
    const Job first = read_job_text(kDismount, "scene.yaml", "");
    const Job again = read_job_text(first.resolved_yaml, "scene.yaml", "");
    EXPECT_EQ(again.resolved_yaml, first.resolved_yaml);
    EXPECT_EQ(task_of<spacetime::Task>(again.scene).phases[2].contacts[0].at,
        task_of<spacetime::Task>(first.scene).phases[2].contacts[0].at);
}

TEST(PhaseReader, SaysWhatIsWrongAndWhere)
{
    EXPECT_EQ(complaint("by: hands", "by: hand"),
        "scene.yaml:10:33: phases.0.contacts.0.by names an unknown patch 'hand'; did you mean "
        "'hands'? (there are: hands, feet)");
    EXPECT_EQ(complaint("on: bar", "on: baar"),
        "scene.yaml:10:44: phases.0.contacts.0.on names an unknown surface 'baar'; did you mean "
        "'bar'? (there are: ground, bar, crate)");
    EXPECT_EQ(complaint("by: hands, on: bar", "by: hands"),
        "scene.yaml:10:28: phases.0.contacts.0.on names 'ground', but 'hands' grips: it needs a "
        "bar, that is a capsule");
    EXPECT_EQ(complaint("on: bar}", "on: bar, at: [0.3, 0, 2.5]}"),
        "scene.yaml:10:53: phases.0.contacts.0.at is 0.3 m from the axis of the bar; the nearest "
        "point is [0, 0, 2.5]");
    EXPECT_EQ(complaint("at: [3, 0]}]}", "at: [5, 0]}]}"),
        "scene.yaml:12:54: phases.2.contacts.0.at lies beside world.crate");
    EXPECT_EQ(complaint("at: [3, 0]}]}", "at: [3, 0, 0.5]}]}"),
        "scene.yaml:12:54: phases.2.contacts.0.at is 0.1 m from world.crate");
    EXPECT_EQ(complaint("  - {for: 600ms}\n", "  - {for: 300ms}\n  - {for: 300ms}\n"),
        "scene.yaml:12:5: phases.2 is a flight after a flight; make them one");
    EXPECT_EQ(complaint("for: 600ms", "for: 1ms"),
        "scene.yaml:11:11: phases.1.for must be at least 0.05 s, not 1ms");
    EXPECT_EQ(complaint("{when: start, rest: true}", "{when: start, rest: true, somersaults: 1}"),
        "scene.yaml:14:44: keys.0.somersaults needs a 'pose' that says how the body is turned "
        "then");
    EXPECT_EQ(complaint("somersaults: -1", "cartwheels: 1"),
        "scene.yaml:16:46: keys.2.cartwheels leave the plane in which this body moves");
    EXPECT_EQ(mixed_turns(),
        "scene.yaml:11:41: keys.1.cartwheels mixes somersaults and cartwheels; the keys of a scene "
        "have one or the other");
    EXPECT_EQ(complaint("{when: start, rest: true}", "{when: start}"),
        "scene.yaml:14:5: keys.0 asks for nothing (there are: pose, angles, velocities, rest)");
    EXPECT_EQ(complaint("angles: {knee: 90deg}", "angles: {kne: 90deg}"),
        "scene.yaml:15:31: keys.1.angles.kne is not a joint of model 'gymnast'; did you mean "
        "'knee'? (there are: shoulder, hip, knee, ankle)");
    EXPECT_EQ(complaint("phases:", "objectives: {torques: {kne: 1}}\nphases:"),
        "scene.yaml:9:29: objectives.torques.kne is not a joint of model 'gymnast'; did you mean "
        "'knee'? (there are: shoulder, hip, knee, ankle)");
    EXPECT_EQ(complaint("phases:", "objectives: {smooth: 0}\nphases:"),
        "scene.yaml:9:22: objectives.smooth must be at least 0.01, not 0");
    EXPECT_EQ(complaint("phases:", "duration: 2s\nphases:"),
        "scene.yaml:9:11: 'duration' belongs to methods cio and cloth, but this scene's is "
        "spacetime; its "
        "phases say how long it takes");
    EXPECT_EQ(complaint("method: spacetime", "method: cio"),
        "scene.yaml:10:3: 'phases' belongs to method spacetime, but this scene's is cio");
    EXPECT_EQ(complaint("pose: hanging", "facing: 90deg"),
        "scene.yaml:8:33: characters.gil.facing cannot be chosen: gil moves in the plane of x and "
        "z");
}

}  // namespace
}  // namespace gambol::io
