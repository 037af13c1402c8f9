// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/hinge.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/contact_forces.hpp"
#include "gambol/methods/cio/contact_wrench.hpp"
#include "gambol/methods/cio/prop_model.hpp"
#include "gambol/methods/cio/terms/physics_violation.hpp"
#include "support/feature_instants.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

/// What hangs on a hinge: that it stays there, what turns it, and what the hinge has to give.
namespace gambol::cio {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Stage;

const Vector3d kAxes[] = { Vector3d::UnitZ(), Vector3d(0.3, -1, 0.4).normalized() };

/// A leaf of 15 kg, 0.9 m wide, on a hinge along an edge; nothing about it is along an axis.
SceneProp door(const Vector3d& axis)
{
    SceneProp prop;
    prop.name = "door";
    prop.mass = 15;
    prop.position = Vector3d(0.41, -0.43, 1.03);
    prop.rotation = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis);
    prop.com = Vector3d(0.01, 0.45, 0.02);
    const Box leaf { prop.com, Quaterniond::Identity(), Vector3d(0.02, 0.45, 1) };
    prop.shape = leaf;
    prop.inertia = solid_inertia(leaf, prop.mass);
    prop.hinge = Hinge { axis, -0.2, 1.9, 4 };
    return prop;
}

/// A human before a door, whose hands may press on it.
Stage stage_with(const SceneProp& prop)
{
    Stage stage("a door",
        { feature_model(io::read_character("human").character), prop_model(prop) }, { Plane {} });
    stage.scene.people = 1;
    stage.scene.hinges = { hinged_body(prop) };
    stage.scene.own_support = { int(stage.scene.supports.size()) };
    stage.scene.supports.push_back({ stage.scene.torso(1), { prop.shape }, { 0.8 } });
    return stage;
}

/// The human stands, the door has turned that far and is turning; its coordinates are `off` by a
/// little.
VectorXd with_door(const Stage& stage, const SceneProp& prop, double angle, double rate,
    double acceleration, double off)
{
    VectorXd y = test::standing(stage);
    const FeatureColumns& c = stage.scene.columns[1];
    const Vector3d& axis = prop.hinge->axis;
    y.segment<3>(c.q) = prop.position + off * Vector3d(0.3, -0.2, 0.5);
    y.segment<3>(c.q + 3) = angle * axis + off * Vector3d(0.1, 0.4, -0.2);
    y.segment<3>(c.v).setZero();
    y.segment<3>(c.v + 3) = rate * axis;
    y.segment<3>(c.a).setZero();
    y.segment<3>(c.a + 3) = acceleration * axis;
    return y;
}

TEST(Hinge, HasTheRightDerivatives)
{
    for (const Vector3d& axis : kAxes) {
        const SceneProp prop = door(axis);
        const Stage stage = stage_with(prop);
        // Within its range, and beyond either end.
        for (const double angle : { 0.7, 2.0, -0.3 }) {
            const VectorXd y = with_door(stage, prop, angle, 0.5, 1, 0.1);
            EXPECT_EQ(test::wrong_derivatives(stage, StaysOnHinge(1), y), "") << angle;
            EXPECT_EQ(test::wrong_derivatives(stage, TurnedBy(1, 1.1), y), "") << angle;
        }
    }
}

TEST(Hinge, WhatTurnsWithinItsRangeCostsNothing)
{
    for (const Vector3d& axis : kAxes) {
        const SceneProp prop = door(axis);
        const Stage stage = stage_with(prop);
        EXPECT_NEAR(
            test::cost_of(stage, StaysOnHinge(1), with_door(stage, prop, 1.8, 1, 1, 0)), 0, 1e-20);
        EXPECT_NEAR(test::cost_of(stage, StaysOnHinge(1), with_door(stage, prop, 2, 1, 1, 0)),
            0.5 * 0.1 * 0.1, 1e-12);
        EXPECT_GT(
            test::cost_of(stage, StaysOnHinge(1), with_door(stage, prop, 1, 1, 1, 0.01)), 1e-6);
        EXPECT_NEAR(
            test::cost_of(stage, TurnedBy(1, 1), with_door(stage, prop, 1, 1, 1, 0)), 0, 1e-20);
    }
}

/// Both forms, with a hand that presses on it.
TEST(Hinge, PhysicsHasTheRightDerivatives)
{
    for (const Vector3d& axis : kAxes) {
        const SceneProp prop = door(axis);
        Stage stage = stage_with(prop);
        const int hand = 2;
        stage.add_contact(0, hand, stage.scene.own_support.front());
        for (const auto form : { PhysicsForm::value, PhysicsForm::residual })
            for (const double rate : { 0.6, 0.02 }) {
                VectorXd y = with_door(stage, prop, 0.4, rate, 0.9, 0);
                y.tail<1>()[0] = contact_variable(1);
                PhysicsOptions options;
                options.form = form;
                const PhysicsViolation physics({ 0, 1 }, options);
                EXPECT_EQ(
                    test::wrong_derivatives(stage, physics, y, { 1e-5, 1e-4, 1e-8, false }), "")
                    << rate;
            }
    }
}

/// Only the torque about the axis counts: I θ̈ + friction + gravity's.
TEST(Hinge, DemandsWhatTurnsItAndNothingElse)
{
    for (const Vector3d& axis : kAxes) {
        const SceneProp prop = door(axis);
        const Stage stage = stage_with(prop);
        const SceneInstant at = stage.instant(with_door(stage, prop, 0.5, 2, 3, 0));
        const BodyState& body = at.bodies[1];
        const DemandedWrench demand = demanded_wrench(at, body);
        EXPECT_EQ(demand.tau.head<3>(), Vector3d::Zero());
        const Vector3d c = turned(prop, 0.5) * prop.com;
        const double expected
            = hinge_inertia(prop) * 3 + 4 + axis.dot(c.cross(Vector3d(0, 0, prop.mass * kGravity)));
        const Vector3d torque = demand.tau.tail<3>() * prop.mass * kGravity * body.arm;
        EXPECT_LT((torque - expected * axis).norm(), 2e-3);
    }
}

/// With what the hinge gives all momentum is explained: Newton's and Euler's laws about the centre
/// of mass, from differences of where it is.
TEST(Hinge, ItsForceExplainsTheRest)
{
    for (const Vector3d& axis : kAxes) {
        const SceneProp prop = door(axis);
        const Stage stage = stage_with(prop);
        const double rate = 1.3, acceleration = -0.8, h = 1e-4;
        const SceneInstant at = stage.instant(with_door(stage, prop, 0.5, rate, acceleration, 0));
        const Vector3d push(12, -5, 3), where(0.7, -0.2, 1.2);
        const HingeForce others { push, (where - prop.position).cross(push) };
        const HingeForce given = hinge_force(at, at.bodies[1], others);
        const auto rotation
            = [&](double t) { return turned(prop, 0.5 + rate * t + acceleration * t * t / 2); };
        const auto com = [&](double t) { return Vector3d(prop.position + rotation(t) * prop.com); };
        const auto spin = [&](double t) {
            const Eigen::Matrix3d R = rotation(t).toRotationMatrix();
            return Vector3d(
                R * prop.inertia.asDiagonal() * R.transpose() * ((rate + acceleration * t) * axis));
        };
        const Vector3d force = prop.mass * (com(h) - 2 * com(0) + com(-h)) / (h * h)
            + prop.mass * Vector3d(0, 0, kGravity);
        EXPECT_LT((given.force + push - force).norm(), 1e-4);
        const Vector3d torque = (spin(h) - spin(-h)) / (2 * h);
        const Vector3d acting = given.torque + (prop.position - com(0)).cross(given.force)
            + (where - com(0)).cross(push);
        const Vector3d missing = torque - acting;
        // What is missing is about the axis, where the hinge gives friction alone.
        EXPECT_LT(missing.cross(axis).norm(), 1e-4);
        EXPECT_NEAR(axis.dot(given.torque), -prop.hinge->friction, 1e-2);
    }
}

}  // namespace
}  // namespace gambol::cio
