// SPDX-License-Identifier: MIT
#include "gambol/io/export/rig.hpp"

#include "support/example_motion.hpp"

#include <gtest/gtest.h>

namespace gambol::io {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

/// The example's legs and torso, with arms that hang.
MotionCharacter with_arms()
{
    Motion motion = test::hop();
    MotionCharacter ann = motion.characters[0];
    for (const auto& [side, y] : { std::pair { "left", 0.2 }, { "right", -0.2 } }) {
        const int first = static_cast<int>(ann.bodies.size());
        const std::string name = side;
        const Shape bone = Capsule { { 0, 0, 0 }, { 0, 0, -0.28 }, 0.04 };
        ann.bodies.push_back({ name + "_upper_arm", 0, {}, { bone } });
        ann.bodies.push_back({ name + "_forearm", first, {}, { bone } });
        for (std::size_t k = 0; k < ann.positions.size(); ++k) {
            const Quaterniond torso = ann.rotations[k][0];
            const Quaterniond bent = torso * Eigen::AngleAxisd(-0.5, Vector3d::UnitY());
            const Vector3d shoulder = ann.positions[k][0] + torso * Vector3d(0, y, 0.5);
            ann.positions[k].push_back(shoulder);
            ann.rotations[k].push_back(torso);
            ann.positions[k].push_back(shoulder + torso * Vector3d(0, 0, -0.28));
            ann.rotations[k].push_back(bent);
        }
    }
    return ann;
}

Vector3d rest_direction(const Rig& rig, std::size_t from, std::size_t to)
{
    return (rig.rest_positions[to] - rig.rest_positions[from]).normalized();
}

TEST(Rig, ArmsHangReachOutOrHalfWay)
{
    const MotionCharacter ann = with_arms();
    const Rig zero = make_rig(ann, RestPose::zero), t = make_rig(ann, RestPose::t),
              a = make_rig(ann, RestPose::a);
    constexpr std::size_t kLeft = 7, kRight = 9;
    EXPECT_LT((rest_direction(zero, kLeft, kLeft + 1) - Vector3d(0, 0, -1)).norm(), 1e-9);
    EXPECT_LT((rest_direction(t, kLeft, kLeft + 1) - Vector3d(0, 1, 0)).norm(), 1e-9);
    EXPECT_LT((rest_direction(t, kRight, kRight + 1) - Vector3d(0, -1, 0)).norm(), 1e-9);
    EXPECT_LT(
        (rest_direction(a, kRight, kRight + 1) - Vector3d(0, -1, -1).normalized()).norm(), 1e-9);
    // A forearm stays in line with its arm, legs stay where they were.
    EXPECT_TRUE(t.rest_rotations[kLeft + 1].isApprox(t.rest_rotations[kLeft]));
    EXPECT_TRUE(t.rest_rotations[1].isApprox(Quaterniond::Identity()));
    for (const Rig& rig : { zero, t, a })
        EXPECT_NEAR(rig.rest_positions[3].z(), 0.08, 1e-6);  // ankles above a ground at 0
}

TEST(Rig, BonesPointAtWhatHangsOnThem)
{
    const MotionCharacter ann = with_arms();
    const Rig rig = make_rig(ann, RestPose::zero);
    for (std::size_t i = 0; i < ann.bodies.size(); ++i) {
        EXPECT_NEAR(rig.axes[i].norm(), 1, 1e-12);
        EXPECT_GT((rig.axes[i] * Vector3d::UnitY()).dot(rig.tips[i].normalized()), 1 - 1e-9);
    }
    EXPECT_GT(rig.tips[0].z(), 0.1);  // the torso's children lie left, right and above: upwards
    EXPECT_LT((rig.tips[1] - Vector3d(0, 0, -0.42)).norm(), 1e-6);
    EXPECT_LT((rig.tips[3] - Vector3d(0.16, 0, -0.04)).norm(), 1e-9);
}

TEST(Rig, AFootEndsAtItsToes)
{
    // The heel is drawn first, as in the shipped human.
    const MotionBody foot { "foot", -1, {},
        { Capsule { { -0.045, 0, -0.04 }, { 0, 0, -0.015 }, 0.04 },
            Capsule { { -0.045, 0, -0.05 }, { 0.139, -0.02, -0.054 }, 0.026 } } };
    EXPECT_LT((far_end(foot) - Vector3d(0.139, -0.02, -0.054)).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol::io
