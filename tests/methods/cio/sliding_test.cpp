// SPDX-License-Identifier: MIT
#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/contact_forces.hpp"
#include "gambol/methods/cio/contact_wrench.hpp"
#include "gambol/methods/cio/prop_model.hpp"
#include "methods/cio/terms/all_terms.hpp"
#include "support/feature_instants.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

/// Props that are pushed along the floor.
namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Stage;

constexpr int kCrate = 1;
constexpr double kFriction = 0.4, kHalf = 0.3;

/// A human, far away from a crate that may slide.
Stage crate_stage()
{
    SceneProp crate;
    crate.name = "crate";
    crate.shape
        = Box { Vector3d::Zero(), Eigen::Quaterniond::Identity(), Vector3d(0.25, 0.2, kHalf) };
    crate.mass = 60;
    crate.inertia = solid_inertia(crate.shape, crate.mass);
    Stage stage("with a crate",
        { feature_model(io::read_character("human").character), prop_model(crate) }, { Plane {} });
    stage.set_surfaces({ Plane {} }, kFriction);
    stage.scene.people = 1;
    stage.scene.own_support = { int(stage.scene.supports.size()) };
    stage.scene.supports.push_back({ stage.scene.torso(kCrate), { crate.shape }, { kFriction } });
    stage.add_contact(kCrate, 0, 0);
    stage.scene.contacts.back().slides = true;
    return stage;
}

/// The crate stands on the floor and moves like that; only the contact that slides is on.
VectorXd sliding(const Stage& stage, const Vector3d& velocity, const Vector3d& acceleration)
{
    VectorXd y = test::standing(stage);
    const FeatureColumns& crate = stage.scene.columns[kCrate];
    y.segment<3>(crate.q) = Vector3d(3, 0, kHalf);
    y.segment<3>(crate.q + 3).setZero();
    y.segment<3>(crate.v) = velocity;
    y.segment<3>(crate.a) = acceleration;
    y[crate.z] = contact_variable(0.01);
    y[stage.scene.contacts.back().column] = contact_variable(1);
    return y;
}

TEST(Sliding, PhysicsHasTheRightDerivatives)
{
    const Stage stage = crate_stage();
    PhysicsOptions strict = test::physics_options(PhysicsForm::value);
    strict.gap_price = 400;
    strict.slip_price = 40;
    const FeatureColumns& crate = stage.scene.columns[kCrate];
    for (const PhysicsOptions& options : { test::physics_options(PhysicsForm::value), strict })
        for (const double speed : { 0.01, 0.3 }) {
            const PhysicsViolation physics({ kCrate }, options);
            VectorXd y = sliding(stage, speed * Vector3d(0.9, 0.3, 0.05), Vector3d(-0.7, 0.2, 0.4));
            y.segment<3>(crate.q + 3) = Vector3d(0.03, -0.04, 0.5);
            y.segment<3>(crate.v + 3) = Vector3d(0.1, -0.05, 0.3);
            y.segment<3>(crate.a + 3) = Vector3d(0.2, 0.1, -0.3);
            EXPECT_EQ(test::wrong_derivatives(stage, physics, y, test::kPhysicsCheck), "")
                << options.gap_price << " " << speed;
            // Friction depends on how it moves.
            LocalModel local;
            local.reset(stage.size(), Detail::gradient);
            TermWorkspace work;
            physics.add(stage.instant(y), work, local);
            EXPECT_GT(local.gradient().segment<3>(crate.v).norm(), 1e-6);
        }
}

TEST(Sliding, ACrateThatSlowsDownByFrictionAloneIsExplained)
{
    const Stage stage = crate_stage();
    const Vector3d braked(-kFriction * kGravity, 0, 0);
    const SceneInstant free = stage.instant(sliding(stage, Vector3d(0.5, 0, 0), braked), false);
    const InstantForces forces = instant_forces(free);
    EXPECT_LT(forces.bodies[kCrate].force, 1e-4);
    const PatchForce& floor = forces.contacts.back();
    EXPECT_NEAR(floor.force.x(), -kFriction * 60 * kGravity, 0.1);
    EXPECT_NEAR(floor.force.z(), 60 * kGravity, 0.1);
    // Going on at the same speed without a push is not, and friction does not push it on.
    const InstantForces steady = instant_forces(
        stage.instant(sliding(stage, Vector3d(0.5, 0, 0), Vector3d::Zero()), false));
    EXPECT_GT(steady.bodies[kCrate].force, 0.3 * kFriction);
    const InstantForces driven
        = instant_forces(stage.instant(sliding(stage, Vector3d(0.5, 0, 0), -braked), false));
    EXPECT_GT(driven.bodies[kCrate].force, 0.6 * kFriction);
}

TEST(Sliding, WhatHardlyMovesIsHeldByFrictionInAnyDirection)
{
    const Stage stage = crate_stage();
    const InstantForces forces = instant_forces(
        stage.instant(sliding(stage, Vector3d(0.01, 0, 0), Vector3d(1, 1, 0)), false));
    EXPECT_LT(forces.bodies[kCrate].force, 1e-3);
}

TEST(Sliding, CreepingHasTheRightDerivatives)
{
    const Stage stage = crate_stage();
    const FeatureColumns& crate = stage.scene.columns[kCrate];
    for (const double speed : { 0.02, 0.06 }) {
        VectorXd y = sliding(stage, speed * Vector3d(0.9, 0.3, 0.1), Vector3d::Zero());
        y.segment<3>(crate.q + 3) = Vector3d(0.03, -0.04, 0.5);
        y.segment<3>(crate.v + 3) = Vector3d(0.02, -0.01, 0.01);
        EXPECT_EQ(test::wrong_derivatives(stage, ContactCreep(kCrate), y), "") << speed;
    }
}

TEST(Sliding, WhatCreepsPaysAndWhatRestsOrSlidesDoesNot)
{
    const Stage stage = crate_stage();
    const auto cost = [&](double speed) {
        return test::cost_of(
            stage, ContactCreep(kCrate), sliding(stage, Vector3d(speed, 0, 0), Vector3d::Zero()));
    };
    EXPECT_EQ(cost(0), 0);
    EXPECT_GT(cost(0.03), 1e-5);
    EXPECT_EQ(cost(0.1), 0);
}

TEST(Sliding, PaysForItsGapAndNotForItsWay)
{
    const Stage stage = crate_stage();
    const VectorXd rests = sliding(stage, Vector3d::Zero(), Vector3d::Zero()),
                   slides = sliding(stage, Vector3d(0.5, 0.2, 0), Vector3d::Zero());
    EXPECT_NEAR(test::cost_of(stage, ContactSlip(kCrate), slides),
        test::cost_of(stage, ContactSlip(kCrate), rests), 0.01);
    VectorXd lifted = slides;
    lifted[stage.scene.columns[kCrate].q + 2] += 0.1;
    EXPECT_GT(test::cost_of(stage, ContactDistance(kCrate), lifted),
        test::cost_of(stage, ContactDistance(kCrate), slides) + 1e-3);
}

}  // namespace
}  // namespace gambol::cio
