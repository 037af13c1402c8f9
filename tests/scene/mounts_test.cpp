// SPDX-License-Identifier: MIT
#include "gambol/scene/mounts.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/character/trunk.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/scene/comfortable_duration.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

Scene scene_of(const std::string& others, double lack, const std::string& more = {})
{
    const std::string head = "gambol: 1\nduration: 5s\ncharacters:\n  ann: {model: human}\n";
    const Scene alone
        = io::read_job_text(head + "goals: [{who: ann, stand: true}]\n", "test.yaml", {}).scene;
    const double z = feature_model(alone.characters[0].body).standing_height + lack;
    return io::read_job_text(head + others + "goals:\n  - {who: ann, position: [1.5, 0, "
            + std::to_string(z) + "], stand: true}\n" + more,
        "test.yaml", {})
        .scene;
}

std::string crate(double height, double x = 1.5)
{
    return "props:\n  crate: {box: {size: [0.5, 0.5, " + std::to_string(height)
        + "]}, mass: 20, at: [" + std::to_string(x) + ", 0]}\n";
}

TEST(Mounts, ACrateBelowAGoalThatIsHigherThanOneStandsCarries)
{
    const std::vector<Mount> mounts = mounts_of(scene_of(crate(0.4), 0.4));
    ASSERT_EQ(mounts.size(), 1u);
    EXPECT_EQ(mounts[0].rider, 0);
    EXPECT_EQ(mounts[0].bearer, 1);
    EXPECT_NEAR(mounts[0].block.center.z() + mounts[0].block.half_size.z(), 0.4, 1e-9);
}

TEST(Mounts, WhoCanStandThereOnTheFloorNeedsNothing)
{
    EXPECT_TRUE(high_goals(scene_of(crate(0.4), 0.02)).empty());
    EXPECT_TRUE(mounts_of(scene_of(crate(0.4), 0.02)).empty());
}

TEST(Mounts, WhatIsTooLowOrTooHighOrBesideOrMovedDoesNotCarry)
{
    const auto helps = [](const Scene& scene) {
        const std::vector<HighGoal> goals = high_goals(scene);
        return goals.size() == 1 && goals[0].mount;
    };
    EXPECT_TRUE(helps(scene_of(crate(0.5), 0.4))) << "knees bend";
    EXPECT_FALSE(helps(scene_of(crate(0.2), 0.4)));
    EXPECT_FALSE(helps(scene_of(crate(0.9), 0.4)));
    EXPECT_FALSE(helps(scene_of(crate(0.4, 2.5), 0.4)));
    EXPECT_FALSE(helps(scene_of(crate(0.4), 0.4, "  - {who: crate, position: [3, 0]}\n")));
}

TEST(Mounts, TakeTheirTime)
{
    const double level = comfortable_duration(scene_of(crate(0.4), 0)),
                 up = comfortable_duration(scene_of(crate(0.4), 0.4));
    EXPECT_GE(up, level + 1) << "the climb, and half a second";
    const std::string rex = "  rex: {model: quadruped, at: [1.5, 0], facing: 90deg}\n";
    EXPECT_GE(comfortable_duration(scene_of(rex, 0.63)), up + 1.5);
}

TEST(Mounts, AQuadrupedCarriesOnTheLevelPartOfItsBack)
{
    const Scene scene = scene_of("  rex: {model: quadruped, at: [1.5, 0], facing: 90deg}\n", 0.63);
    const std::vector<Mount> mounts = mounts_of(scene);
    ASSERT_EQ(mounts.size(), 1u);
    EXPECT_EQ(mounts[0].bearer, 1);
    const Box& back = mounts[0].block;
    EXPECT_GT(back.half_size.x(), 0.15) << "along its back";
    EXPECT_NEAR(back.half_size.y(), 0.14, 1e-9) << "two feet";
    EXPECT_NEAR((back.rotation * Eigen::Vector3d::UnitX()).y(), 1, 1e-9);
    EXPECT_NEAR(back.center.z() + back.half_size.z(), 0.66, 0.02);
    // Not on its head, nor beside it.
    for (const char* at : { "[1.5, -0.6]", "[1.5, 0.3], facing: 0deg" })
        EXPECT_TRUE(
            mounts_of(scene_of("  rex: {model: quadruped, at: " + std::string(at) + "}\n", 0.63))
                .empty())
            << at;
}

TEST(Trunk, IsTheSameSeenFromTheTorso)
{
    const Scene scene = scene_of("  rex: {model: quadruped, at: [1.5, 0], facing: 90deg}\n", 0.6);
    const SceneCharacter& rex = scene.characters[1];
    const FeatureModel model = feature_model(rex.body);
    const Eigen::VectorXd q = features_of(rex.body, model, rex.start);
    const std::vector<Capsule> world = trunk_capsules(rex.body, rex.start),
                               own = trunk_in_torso(rex.body, model.root_offset);
    ASSERT_EQ(own.size(), world.size());
    ASSERT_EQ(own.size(), 5u) << "the trunk's; head and tail are none of it";
    for (size_t i = 0; i < own.size(); ++i)
        EXPECT_LT(
            (q.head<3>() + model.turn_of(q.segment<3>(3)) * own[i].from - world[i].from).norm(),
            1e-9);
}

}  // namespace
}  // namespace gambol
