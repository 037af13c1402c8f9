// SPDX-License-Identifier: MIT
#include "gambol/scene/dress.hpp"

#include "gambol/cloth/fabric/cloth_mesh.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

using Eigen::Vector3d;

constexpr int kSamples = 20;  // per cycle of half a second
constexpr double kSpeed = 2;  // m/s

/// A trunk that nods as it goes along x; two cycles.
Motion nodding(bool repeats)
{
    Motion motion;
    motion.cycle = repeats ? kSamples : 0;
    MotionCharacter body;
    body.name = "bob";
    MotionBody trunk;
    trunk.name = "trunk";
    trunk.shapes = { Sphere { Vector3d::Zero(), 0.1 } };
    body.bodies = { trunk };
    for (int k = 0; k <= 2 * kSamples; ++k) {
        const double t = 0.5 * k / kSamples;
        motion.times.push_back(t);
        body.positions.push_back({ { kSpeed * t, 0, 1 } });
        body.rotations.push_back(
            { Eigen::Quaterniond(Eigen::AngleAxisd(0.2 * (k % kSamples), Vector3d::UnitY())) });
    }
    motion.characters = { body };
    return motion;
}

Scene dressed_scene(bool repeats)
{
    Scene scene;
    scene.name = "bob";
    scene.duration = 1;
    Task& task = scene.task.emplace<Task>();
    task.carriers = nodding(repeats);
    task.options.start_time = -0.7;
    GarmentPlan plan;
    plan.garment.name = "hat";
    plan.garment.rest = sheet_mesh({ 0.1, 0.1 }, { 2, 2 });
    plan.on = "bob/trunk";
    plan.at = { 0, 0, 0.3 };
    task.garments = { plan };
    return scene;
}

TEST(CarrierPath, WhatRepeatsHasDoneSoBefore)
{
    const Motion motion = nodding(true);
    const RigidPath path = carrier_path(motion, 0, 0, -0.7);
    EXPECT_LE(path.times.front(), -0.7);
    const Eigen::Isometry3d before = path.at(-0.5 + 0.1), now = path.at(0.1);
    EXPECT_LT(
        (now.translation() - before.translation() - Vector3d(0.5 * kSpeed, 0, 0)).norm(), 1e-9);
    EXPECT_TRUE(now.linear().isApprox(before.linear(), 1e-9));
    for (size_t k = 1; k < path.times.size(); ++k)
        EXPECT_GT(path.times[k], path.times[k - 1]);
}

TEST(CarrierPath, WhatDoesNotWaitsInItsFirstPose)
{
    const RigidPath path = carrier_path(nodding(false), 0, 0, -0.7);
    EXPECT_EQ(path.times.front(), 0);
    EXPECT_EQ(path.at(-0.7).translation(), Vector3d(0, 0, 1));
}

TEST(Dress, OnSomebodyWhoIsOnTheMoveClothMovesAlong)
{
    const Outfit moving = dress(dressed_scene(true)), still = dress(dressed_scene(false));
    EXPECT_NEAR(moving.garments[0].velocity.x(), kSpeed, 1e-9);
    EXPECT_EQ(still.garments[0].velocity, Vector3d::Zero());
    const auto middle = [](const Outfit& outfit) {
        Vector3d sum = Vector3d::Zero();
        for (const Vector3d& vertex : outfit.garments[0].rest.vertices)
            sum += vertex / double(outfit.garments[0].rest.vertices.size());
        return sum;
    };
    EXPECT_LT(middle(moving).x(), -0.7 * kSpeed + 0.31)
        << "where bob is when cloth begins to settle";
    EXPECT_NEAR(middle(still).x(), 0, 1e-9);
}

}  // namespace
}  // namespace gambol::cloth
