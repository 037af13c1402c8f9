// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/resting_props.hpp"

#include "gambol/motion/audit.hpp"

#include <gtest/gtest.h>

namespace gambol::refine {
namespace {

using Eigen::Vector3d;

constexpr double kHalf = 0.2;  // m, of the crate
constexpr double kCrate = 20, kWho = 50;  // kg
const Vector3d kFoot(1.05, 0.1, 2 * kHalf);

/// A body of one block stands still on a corner of a crate, pushing sideways with `push` N against
/// a wall that it holds on to.
struct Example {
    Scene scene;
    Motion motion;

    explicit Example(double creep = 0)
    {
        scene.surfaces.push_back(
            { "ground", Plane { Vector3d::Zero(), Vector3d::UnitZ() }, 0.8, {} });
        SceneProp crate;
        crate.name = "crate";
        crate.shape
            = Box { Vector3d::Zero(), Eigen::Quaterniond::Identity(), Vector3d::Constant(kHalf) };
        crate.mass = kCrate;
        crate.inertia = solid_inertia(crate.shape, kCrate);
        crate.position = { 1, 0, kHalf };
        scene.props.push_back(crate);

        motion.surfaces.push_back({ "ground", scene.surfaces[0].shape, 0.8 });
        MotionCharacter who;
        who.name = "ann";
        MotionBody body;
        body.name = "block";
        body.inertial = { kWho, Vector3d::Zero(), Eigen::Matrix3d::Identity() };
        who.bodies.push_back(body);
        MotionContact foot;
        foot.name = "foot";
        foot.center = { 0, 0, -0.5 };
        foot.half_size = { 0.05, 0.05 };
        MotionProp prop;
        prop.name = "crate";
        prop.inertial = { kCrate, Vector3d::Zero(), Eigen::Matrix3d(crate.inertia.asDiagonal()) };
        prop.shapes = { crate.shape };
        prop.friction = 0.8;
        MotionContact below;
        below.name = "below";
        below.center = { 0, 0, -kHalf };
        below.half_size = { kHalf, kHalf };
        for (int t = 0; t <= 60; ++t) {
            motion.times.push_back(t / 120.0);
            who.positions.push_back({ kFoot + Vector3d(0, 0, 0.5) });
            who.rotations.push_back({ Eigen::Quaterniond::Identity() });
            foot.activation.push_back(1);
            foot.with.push_back("crate");
            foot.force.push_back({ 0, 0, kWho * kGravity });
            foot.point.push_back(kFoot);
            foot.torsion.push_back(0);
            prop.positions.push_back(crate.position + Vector3d(creep * t / 60, 0, 0));
            prop.rotations.push_back(Eigen::Quaterniond::Identity());
            below.activation.push_back(1);
            below.with.push_back("ground");
            below.force.push_back({ 0, 0, kCrate * kGravity });
            below.point.push_back({ 1, 0, 0 });
            below.torsion.push_back(0);
        }
        who.contacts = { foot };
        prop.contacts = { below };
        motion.characters = { who };
        motion.props = { prop };
    }
};

TEST(RestingProps, WhatIsStoodOnIsASurfaceAndAPropAgain)
{
    const Example example;
    const RestingProps resting(example.scene, example.motion);
    ASSERT_FALSE(resting.empty());
    EXPECT_TRUE(resting.scene().props.empty());
    ASSERT_EQ(resting.scene().surfaces.size(), 2u);
    EXPECT_EQ(resting.scene().surfaces[1].name, "crate");
    Motion motion = resting.found();
    EXPECT_TRUE(motion.props.empty());
    resting.put_back(motion);
    ASSERT_EQ(motion.props.size(), 1u);
    EXPECT_EQ(motion.surfaces.size(), 1u);
    // The floor bears both, below where both are together: what was recorded bore the crate alone.
    const MotionContact& floor = motion.props[0].contacts[0];
    EXPECT_NEAR(floor.force[30].z(), (kCrate + kWho) * kGravity, 1e-9);
    EXPECT_NEAR(floor.point[30].x(), (kCrate * 1 + kWho * kFoot.x()) / (kCrate + kWho), 1e-12);
    EXPECT_NEAR(floor.point[30].y(), kWho * kFoot.y() / (kCrate + kWho), 1e-12);
    EXPECT_FALSE(audit(example.motion).find("residual_force_rms").passed);
    const AuditReport report = audit(motion);
    for (const char* name :
        { "residual_force_rms", "residual_torque_rms", "touch", "pressure_point", "torsion" })
        EXPECT_TRUE(report.find(name).passed) << name << " " << report.find(name).value;
}

TEST(RestingProps, ForcesAlongTheTopGoThroughToTheFloor)
{
    Example example;
    MotionContact& foot = example.motion.characters[0].contacts[0];
    for (size_t t = 0; t < foot.force.size(); ++t) {
        foot.force[t] += Vector3d(30, -20, 0);
        foot.torsion[t] = 1.5;
    }
    const RestingProps resting(example.scene, example.motion);
    Motion motion = resting.found();
    resting.put_back(motion);
    const AuditReport report = audit(motion);
    // Nothing holds the one who stands there, but all that acts on the crate is explained.
    const auto& notes = report.notes;
    for (const char* name : { "residual_force_max", "residual_torque_max" })
        EXPECT_TRUE(report.find(name).subject.starts_with("ann")) << report.find(name).subject;
    for (const std::string& note : notes)
        EXPECT_EQ(note.find("crate"), std::string::npos) << note;
    EXPECT_NEAR(motion.props[0].contacts[0].force[9].x(), 30, 1e-9);
}

TEST(RestingProps, WhatIsMovedOrNotTouchedStaysAProp)
{
    EXPECT_TRUE(RestingProps(Example(0.1).scene, Example(0.1).motion).empty());
    Example untouched;
    for (std::string& with : untouched.motion.characters[0].contacts[0].with)
        with = "ground";
    EXPECT_TRUE(RestingProps(untouched.scene, untouched.motion).empty());
}

}  // namespace
}  // namespace gambol::refine
