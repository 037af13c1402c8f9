// SPDX-License-Identifier: MIT
#include "gambol/character/character.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

constexpr double kPi = std::numbers::pi;

/// A root with an upper link of 0.5 m hanging from it and a lower one of 0.4 m below that; the
/// upper link swings about −y and then x, the lower one about y.
Character two_links()
{
    Character character;
    character.model = "two links";
    Segment root;
    root.name = "root";
    root.mass = 3;
    root.com = { 0, 0, 0.1 };
    root.inertia = Eigen::Vector3d(0.3, 0.2, 0.1).asDiagonal();
    root.shapes = { Sphere { { 0, 0, 0.1 }, 0.2 } };
    Segment upper;
    upper.name = "upper";
    upper.parent = 0;
    upper.offset = { 0.1, 0.2, 0 };
    upper.mass = 2;
    upper.dofs = { { "swing", -Eigen::Vector3d::UnitY(), -kPi, kPi },
        { "spread", Eigen::Vector3d::UnitX(), -kPi, kPi } };
    upper.shapes = { Capsule { { 0, 0, 0 }, { 0, 0, -0.5 }, 0.05 } };
    Segment lower;
    lower.name = "lower";
    lower.parent = 1;
    lower.offset = { 0, 0, -0.5 };
    lower.mass = 1;
    lower.dofs = { { "bend", Eigen::Vector3d::UnitY(), 0, kPi } };
    lower.shapes = { Box { { 0, 0, -0.2 }, Eigen::Quaterniond::Identity(), { 0.1, 0.05, 0.2 } } };
    character.segments = { root, upper, lower };
    character.patches = { { "tip", 2, { 0, 0, -0.45 }, { 0, 0, 1 }, { 0.1, 0.05 }, false, 1 } };
    character.poses["standing"] = {};
    return character;
}

TEST(Character, CountsWhatItHas)
{
    const Character character = two_links();
    EXPECT_DOUBLE_EQ(character.total_mass(), 6);
    EXPECT_EQ(character.dof_count(), 3);
    EXPECT_EQ(character.find_segment("lower"), 2);
    EXPECT_EQ(character.find_segment("tail"), -1);
}

// The same chain written out with matrices, element by element.
TEST(ForwardKinematics, MatchesTwoLinksWrittenOut)
{
    const double swing = 0.7, spread = -0.4, bend = 1.1, yaw = 0.3;
    Pose pose;
    pose.root_position = { 1, 2, 3 };
    pose.root_rotation = Eigen::AngleAxisd(yaw, Eigen::Vector3d::UnitZ());
    pose.angles = Eigen::Vector3d(swing, spread, bend);

    Eigen::Matrix3d Z, Y, X, B;
    Z << std::cos(yaw), -std::sin(yaw), 0, std::sin(yaw), std::cos(yaw), 0, 0, 0, 1;
    Y << std::cos(swing), 0, -std::sin(swing), 0, 1, 0, std::sin(swing), 0, std::cos(swing);
    X << 1, 0, 0, 0, std::cos(spread), -std::sin(spread), 0, std::sin(spread), std::cos(spread);
    B << std::cos(bend), 0, std::sin(bend), 0, 1, 0, -std::sin(bend), 0, std::cos(bend);
    const Eigen::Vector3d hip = Eigen::Vector3d(1, 2, 3) + Z * Eigen::Vector3d(0.1, 0.2, 0);
    const Eigen::Vector3d knee = hip + Z * Y * X * Eigen::Vector3d(0, 0, -0.5);

    const std::vector<SegmentFrame> frames = forward_kinematics(two_links(), pose);
    EXPECT_LT((frames[0].position - pose.root_position).norm(), 1e-15);
    EXPECT_LT((frames[1].position - hip).norm(), 1e-14);
    EXPECT_LT((frames[2].position - knee).norm(), 1e-14);
    EXPECT_LT((frames[1].rotation.toRotationMatrix() - Z * Y * X).norm(), 1e-14);
    EXPECT_LT((frames[2].rotation.toRotationMatrix() - Z * Y * X * B).norm(), 1e-14);
}

TEST(Place, PutsTheLowestPointOnTheFloor)
{
    // Straight: the patch (0.45 m below the knee) is lowest.
    Character character = two_links();
    const Pose straight = place(character, {}, { 4, 5 }, 0);
    EXPECT_LT((straight.root_position - Eigen::Vector3d(4, 5, 0.95)).norm(), 1e-14);

    // Without patch: the lower box, 0.4 m below the knee.
    character.patches.clear();
    EXPECT_NEAR(place(character, {}, { 0, 0 }, 0).root_position.z(), 0.9, 1e-14);

    // Shank turned up by 180°, as a heel on the buttocks: the knee end of the upper capsule is
    // lowest.
    NamedPose folded;
    folded.angles["bend"] = kPi;
    EXPECT_NEAR(place(character, folded, { 0, 0 }, 0).root_position.z(), 0.55, 1e-14);

    // Shank to the back, horizontal: its box now reaches 0.1 m below the knee.
    folded.angles["bend"] = kPi / 2;
    EXPECT_NEAR(place(character, folded, { 0, 0 }, 0).root_position.z(), 0.6, 1e-14);

    // Upside down: the root's sphere, 0.3 m above the root in its own frame.
    NamedPose upside_down;
    upside_down.root_rotation = Eigen::AngleAxisd(kPi, Eigen::Vector3d::UnitX());
    EXPECT_NEAR(place(character, upside_down, { 0, 0 }, 0).root_position.z(), 0.3, 1e-14);
}

TEST(Place, CornersOfATiltedPatchCount)
{
    Character character = two_links();
    NamedPose leaning;
    leaning.angles["swing"] = 0.3;
    // Heel corner of the patch at (−0.1, 0, −0.45) below the knee, both turned by 0.3 about −y.
    const double lowest = -0.95 * std::cos(0.3) - 0.1 * std::sin(0.3);
    EXPECT_NEAR(place(character, leaning, { 0, 0 }, 0).root_position.z(), -lowest, 1e-14);
}

TEST(Place, FacingTurnsAboutTheVertical)
{
    NamedPose lying;
    lying.root_rotation = Eigen::AngleAxisd(-kPi / 2, Eigen::Vector3d::UnitY());
    const Pose pose = place(two_links(), lying, { 0, 0 }, kPi / 2);
    // On the back with the feet towards +x; a quarter turn to the left takes the feet to +y.
    const Eigen::Vector3d feet = pose.root_rotation * Eigen::Vector3d(0, 0, -1);
    EXPECT_LT((feet - Eigen::Vector3d::UnitY()).norm(), 1e-14);
    EXPECT_LT(
        (pose.root_rotation * Eigen::Vector3d::UnitX() - Eigen::Vector3d::UnitZ()).norm(), 1e-14);
}

TEST(Scaled, LengthsMassesAndInertiasFollowTheirPowers)
{
    Character small = two_links();
    small.feature_inertia = Eigen::Vector3d(4, 4, 1.5);
    const Character big = scaled(small, 2, 3);
    EXPECT_DOUBLE_EQ(big.total_mass(), 18);
    EXPECT_DOUBLE_EQ(standing_height(big), 2 * standing_height(small));
    EXPECT_LT((big.segments[0].inertia - 12 * small.segments[0].inertia).norm(), 1e-15);
    EXPECT_LT((big.segments[0].com - 2 * small.segments[0].com).norm(), 1e-15);
    EXPECT_LT((*big.feature_inertia - Eigen::Vector3d(48, 48, 18)).norm(), 1e-13);
    EXPECT_DOUBLE_EQ(std::get<Capsule>(big.segments[1].shapes[0]).radius, 0.1);
    EXPECT_DOUBLE_EQ(std::get<Sphere>(big.segments[0].shapes[0]).center.z(), 0.2);
    EXPECT_DOUBLE_EQ(std::get<Box>(big.segments[2].shapes[0]).half_size.z(), 0.4);
    EXPECT_DOUBLE_EQ(big.patches[0].half_size.x(), 0.2);
    EXPECT_DOUBLE_EQ(big.patches[0].center.z(), -0.9);
}

TEST(Scaled, FactorsOfOneChangeNothing)
{
    const Character one = two_links();
    const Character same = scaled(one, 1, 1);
    EXPECT_EQ(same.total_mass(), one.total_mass());
    EXPECT_EQ(standing_height(same), standing_height(one));
}

TEST(StandingHeight, IsTheTopOfTheHighestShape)
{
    // The root stands at 0.95 m, its ball reaches 0.3 m higher.
    EXPECT_DOUBLE_EQ(standing_height(two_links()), 1.25);
}

}  // namespace
}  // namespace gambol
