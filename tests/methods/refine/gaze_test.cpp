// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/gaze.hpp"

#include "methods/refine/sway.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol::refine {
namespace {

using Eigen::Vector3d;

constexpr double kDegrees = std::numbers::pi / 180;

/// Stands for a second, turns to the left by a right angle in another, and stands.
Reference turning(const SceneCharacter& who)
{
    Reference reference;
    for (int i = 0; i <= 300; ++i) {
        const double time = 0.01 * i, angle = 90 * kDegrees * std::clamp(time - 1, 0.0, 1.0);
        reference.times.push_back(time);
        Pose pose = who.start;
        pose.root_rotation
            = Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())) * pose.root_rotation;
        reference.poses.push_back(pose);
    }
    return reference;
}

double yaw(const Vector3d& direction)
{
    return std::atan2(direction.y(), direction.x()) / kDegrees;
}

TEST(Gaze, LeadsTurns)
{
    const test::Sway sway;
    const SceneCharacter& who = sway.scene.characters.front();
    const std::optional<GazeWish> gaze = gaze_of(who, turning(who));
    ASSERT_TRUE(gaze);
    EXPECT_NEAR(yaw(*gaze->at(0)), 0, 1e-6);
    EXPECT_NEAR(yaw(*gaze->at(3)), 90, 1);
    EXPECT_GT(yaw(*gaze->at(1.25)), 30) << "the trunk is at 22 degrees then";
    EXPECT_LT(yaw(*gaze->at(1.25)), 22.5 + 71) << "as far as necks go";
    EXPECT_NEAR(gaze->at(1.5)->norm(), 1, 1e-12);
    EXPECT_NEAR(gaze->at(1.5)->z(), 0, 1e-12);
}

TEST(Gaze, DoesNotFollowTheSwayOfTheTrunk)
{
    const test::Sway sway;
    const SceneCharacter& who = sway.scene.characters.front();
    Reference reference = turning(who);
    for (size_t i = 0; i < reference.poses.size(); ++i)
        reference.poses[i].root_rotation
            = Eigen::AngleAxisd(10 * kDegrees * std::sin(2 * std::numbers::pi * reference.times[i]),
                  Vector3d::UnitZ())
            * who.start.root_rotation;
    const std::optional<GazeWish> gaze = gaze_of(who, reference);
    ASSERT_TRUE(gaze);
    for (double time = 0.2; time < 1.8; time += 0.1)
        EXPECT_LT(std::abs(yaw(*gaze->at(time))), 1) << time;
}

TEST(Gaze, GoesToAPointAsFarAsNecksTurn)
{
    const test::Sway sway;
    SceneCharacter who = sway.scene.characters.front();
    const Reference still = turning(who);
    who.look_at = Vector3d(0, 5, 1.5);
    EXPECT_NEAR(yaw(*gaze_of(who, still)->at(0)), 70, 1) << "beside: not all the way";
    EXPECT_NEAR(yaw(*gaze_of(who, still)->at(3)), 90, 1) << "now it is ahead";
    who.look_at = Vector3d(3, 0, 0);
    const Vector3d down = *gaze_of(who, still)->at(0);
    EXPECT_NEAR(std::asin(down.z()) / kDegrees, std::atan2(-1.47, 3) / kDegrees, 3);
}

TEST(Gaze, IsNobodysWhoLies)
{
    const test::Sway sway;
    const SceneCharacter& who = sway.scene.characters.front();
    Reference lying = turning(who);
    for (Pose& pose : lying.poses)
        pose.root_rotation = Eigen::AngleAxisd(-90 * kDegrees, Vector3d::UnitY());
    EXPECT_FALSE(gaze_of(who, lying)->at(1));
}

}  // namespace
}  // namespace gambol::refine
