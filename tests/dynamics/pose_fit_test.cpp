// SPDX-License-Identifier: MIT
#include "gambol/dynamics/pose_fit.hpp"

#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol::dynamics {
namespace {

using Eigen::Vector3d;

// A wrist that is asked for in the middle of the chest stays in front of it, and what else is asked
// for is kept.
TEST(PoseFit, LimbsAreKeptApart)
{
    const Character human = io::read_character("human").character;
    const int chest = human.find_segment("chest"), hand = human.find_segment("left_hand");
    const Pose standing = place(human, human.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    const auto frames = forward_kinematics(human, standing);
    std::vector<PointTarget> targets;
    for (const char* name : { "pelvis", "chest", "left_foot", "right_foot" })
        for (const Vector3d& point :
            { Vector3d(0, 0, 0), Vector3d(0.1, 0, 0), Vector3d(0, 0.1, 0) }) {
            const int i = human.find_segment(name);
            const SegmentFrame& frame = frames[std::size_t(i)];
            targets.push_back({ i, point, frame.position + frame.rotation * point });
        }
    const Vector3d inside = frames[std::size_t(chest)].position + Vector3d(0, 0, 0.15);
    targets.push_back({ hand, Vector3d::Zero(), inside });
    const auto from_axis = [&](PoseFit& fit) {
        const auto found = forward_kinematics(human, fit.fit(standing, targets));
        const SegmentFrame &body = found[std::size_t(chest)], &end = found[std::size_t(hand)];
        const Vector3d p = body.rotation.conjugate() * (end.position - body.position);
        return (p - Vector3d(0, 0, std::clamp(p.z(), 0.05, 0.3))).norm();
    };
    PoseFit fit(human);
    EXPECT_LT(from_axis(fit), 0.03);
    const BodyPoint wrist = fit.body().point(hand, Vector3d::Zero());
    const BodyPoint low = fit.body().point(chest, { 0, 0, 0.05 });
    const BodyPoint high = fit.body().point(chest, { 0, 0, 0.3 });
    fit.keep_apart({ { { wrist, wrist, 0.04 }, { low, high, 0.11 }, 0.01 } });
    EXPECT_GT(from_axis(fit), 0.13);  // 0.04 + 0.11 - 0.01, less what one target of weight 1 pulls
    EXPECT_LT(from_axis(fit), 0.15);
}

}  // namespace
}  // namespace gambol::dynamics
