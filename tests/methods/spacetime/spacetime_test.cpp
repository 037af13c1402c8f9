// SPDX-License-Identifier: MIT
// The scenes of method spacetime, from file to audit.
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace gambol {
namespace {

JobResult run_shipped(const std::string& name, const std::vector<io::Override>& overrides = {})
{
    return run_job(io::read_job(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml", overrides));
}

double figure(const RunReport& report, const std::string& name)
{
    for (const Figure& figure : report.figures)
        if (figure.name == name)
            return figure.value;
    ADD_FAILURE() << "no figure " << name;
    return 0;
}

class SpacetimeScene : public testing::TestWithParam<const char*> { };

TEST_P(SpacetimeScene, IsValidAlsoBetweenTheSlices)
{
    const JobResult result = run_shipped(GetParam());
    EXPECT_EQ(result.report.status, RunStatus::valid) << result.report.stopped_because;
    for (const AuditCheck& check : result.report.audit.checks)
        EXPECT_TRUE(check.passed) << check.name << ' ' << check.subject << ' ' << check.value;
    EXPECT_LT(figure(result.report, "flight_torque"), 5);
    EXPECT_LT(figure(result.report, "contact_drift"), 0.001);
    EXPECT_LT(figure(result.report, "floor_depth"), 0.005);
    EXPECT_LT(figure(result.report, "angular_momentum_drift"), 0.02);
}

INSTANTIATE_TEST_SUITE_P(All, SpacetimeScene,
    testing::Values("dismount", "dismount-high", "luxo-jump", "leap", "broad-jump", "jump-down",
        "pegs", "monkey-bars"),
    [](const auto& info) {
        std::string name = info.param;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

/// Feet came down through the box: 2 to 10 cm of them were inside.
TEST(Spacetime, JumpsDownFromLowerBoxesToo)
{
    for (const auto& [height, middle, flight] :
        { std::tuple { "0.15", "0.075", "0.4s" }, { "0.5", "0.25", "0.45s" } }) {
        const JobResult result = run_shipped("jump-down",
            { { "world.box.box.size", std::string("[1, 1, ") + height + "]" },
                { "world.box.box.at", std::string("[-0.3, 0, ") + middle + "]" },
                { "phases.1.for", flight }, { "characters.ann.strength", "6" } });
        EXPECT_EQ(result.report.status, RunStatus::valid) << height;
    }
}

TEST(Spacetime, TheGymnastTurnsOverBackwardsAndEndsAsAsked)
{
    const JobResult result = run_shipped("dismount");
    const MotionCharacter& gil = result.motion.characters.at(0);
    // Upside down on the way; the key's knees at the end.
    double lowest = 1;
    for (const auto& bodies : gil.rotations)
        lowest = std::min(lowest, (bodies[0] * Eigen::Vector3d::UnitZ()).z());
    EXPECT_LT(lowest, -0.9);
    EXPECT_NEAR(gil.joints.values.back()[2], 92 * 3.14159265 / 180, 1e-4);
    // Nothing touches in flight.
    for (std::size_t k = 0; k < result.motion.times.size(); ++k)
        if (result.motion.times[k] > 0.91 && result.motion.times[k] < 1.49) {
            for (const MotionContact& contact : gil.contacts)
                EXPECT_EQ(contact.force[k].norm(), 0);
        }
}

TEST(Spacetime, ACartwheelGoesOverStraightArms)
{
    const JobResult result = run_shipped("cartwheel");
    EXPECT_EQ(result.report.status, RunStatus::valid) << result.report.stopped_because;
    EXPECT_LT(figure(result.report, "contact_drift"), 0.001);
    EXPECT_LT(figure(result.report, "floor_depth"), 0.01);
    const MotionCharacter& ann = result.motion.characters.at(0);
    const auto joint = [&](const std::string& name) {
        return std::size_t(std::find(ann.joints.names.begin(), ann.joints.names.end(), name)
            - ann.joints.names.begin());
    };
    const std::size_t left = joint("left_elbow_flexion"), right = joint("right_elbow_flexion");
    double lowest = 1;
    for (std::size_t k = 0; k < ann.rotations.size(); ++k) {
        // Sideways: the belly looks forward all the way.
        EXPECT_GT((ann.rotations[k][0] * Eigen::Vector3d::UnitX()).x(), 0.8);
        lowest = std::min(lowest, (ann.rotations[k][0] * Eigen::Vector3d::UnitZ()).z());
        for (const MotionContact& contact : ann.contacts)
            if (contact.name.find("hand") != std::string::npos && contact.force[k].norm() > 350) {
                EXPECT_LT(ann.joints.values[k][contact.name[0] == 'l' ? left : right], 0.9);
            }
    }
    EXPECT_LT(lowest, -0.9);
}

TEST(Spacetime, TheSceneAsWrittenOutGivesTheSameBytesWithAnyNumberOfThreads)
{
    const Job job = io::read_job(GAMBOL_SOURCE_DIR "/scenes/luxo-jump.yaml");
    const Job again = io::read_job_text(job.resolved_yaml, "again", GAMBOL_SOURCE_DIR);
    const auto bytes_with = [](const Job& one, int threads) {
        RunControl control;
        control.threads = threads;
        return io::motion_to_json(run_job(one, control).motion);
    };
    const std::string bytes = bytes_with(job, 1);
    EXPECT_TRUE(bytes_with(again, 3) == bytes);
    // Bytes do tell one movement from another.
    const JobResult other = run_shipped("luxo-jump", { { "spacetime.fps", "200" } });
    EXPECT_FALSE(io::motion_to_json(other.motion) == bytes);
}

/// A dismount took 4.7 times the strength of knees, and passed.
TEST(Spacetime, WhatIsBeyondStrengthFailsTheAuditAndNamesTheJoint)
{
    const JobResult result = run_shipped("dismount", { { "characters.gil.strength", "1" } });
    EXPECT_EQ(result.report.status, RunStatus::audit_failed);
    for (const AuditCheck& check : result.report.audit.checks)
        EXPECT_EQ(check.passed, check.name != "torque") << check.name;
    bool said = false;
    for (const RunWarning& warning : result.report.warnings)
        said = said || warning.what.find("beyond the strength of gil: ") != std::string::npos;
    EXPECT_TRUE(said);
}

TEST(Spacetime, SaysSoWhenNothingCanKeepTheConstraints)
{
    // Nobody flies 9 m in 0.6 s from a swing.
    const JobResult result = run_shipped("dismount", { { "phases.2.contacts.0.at", "[9, 0]" } });
    EXPECT_EQ(result.report.status, RunStatus::audit_failed);
    EXPECT_FALSE(result.report.warnings.empty());
    EXPECT_FALSE(result.motion.times.empty());
}

}  // namespace
}  // namespace gambol
