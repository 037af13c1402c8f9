// SPDX-License-Identifier: MIT
#include "gambol/methods/motion_frame.hpp"

#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace gambol {
namespace {

using Eigen::Vector3d;

TEST(MeanOf, IsHalfOfBothAtTheirCommonCentreOfPressure)
{
    const PatchForce a { 2, { 0, 0, 300 }, { 1, 0, 0 }, 4 }, b { 2, { 0, 0, 100 }, { 3, 0, 0 }, 0 };
    const PatchForce mean = mean_of(a, b);
    EXPECT_EQ(mean.surface, 2);
    EXPECT_EQ(mean.force, Vector3d(0, 0, 200));
    EXPECT_DOUBLE_EQ(mean.torsion, 2);
    EXPECT_LT((mean.point - Vector3d(1.5, 0, 0)).norm(), 1e-12);
}

TEST(MeanOf, WhatTouchesOnOneSideOnlyTouchesThere)
{
    const PatchForce nothing {}, resting { 1, Vector3d::Zero(), { 5, 0, 0 }, 0 };
    for (const PatchForce& mean : { mean_of(nothing, resting), mean_of(resting, nothing) }) {
        EXPECT_EQ(mean.surface, 1);
        EXPECT_EQ(mean.point, Vector3d(5, 0, 0));
    }
    EXPECT_EQ(mean_of(nothing, nothing).surface, -1);
}

TEST(DescribedWholeBody, HasTheMassesJointsAndPatchesOfTheCharacter)
{
    const Scene scene = test::shipped_scene("leap");
    const Motion motion = described_whole_body(scene);
    const Character& body = scene.characters.front().body;
    ASSERT_EQ(motion.characters.size(), 1u);
    const MotionCharacter& ann = motion.characters.front();
    EXPECT_EQ(ann.name, "ann");
    ASSERT_EQ(ann.bodies.size(), body.segments.size());
    size_t dofs = 0;
    for (size_t i = 0; i < body.segments.size(); ++i) {
        EXPECT_EQ(ann.bodies[i].name, body.segments[i].name);
        EXPECT_EQ(ann.bodies[i].parent, body.segments[i].parent);
        EXPECT_DOUBLE_EQ(ann.bodies[i].inertial.mass, body.segments[i].mass);
        dofs += body.segments[i].dofs.size();
    }
    EXPECT_EQ(ann.joints.names.size(), dofs);
    ASSERT_EQ(ann.contacts.size(), body.patches.size());
    for (size_t i = 0; i < body.patches.size(); ++i) {
        EXPECT_EQ(ann.contacts[i].name, body.patches[i].name);
        EXPECT_EQ(ann.contacts[i].body, body.patches[i].segment);
        EXPECT_EQ(ann.contacts[i].grip, body.patches[i].grip);
        EXPECT_TRUE(ann.contacts[i].force.empty()) << "no samples yet";
    }
    EXPECT_EQ(motion.surfaces.size(), scene.surfaces.size());
}

TEST(GreatestFriction, IsThatOfTheRoughestSurface)
{
    Scene scene;
    EXPECT_EQ(greatest_friction(scene), 0);
    scene.surfaces = { { "ice", Plane {}, 0.05, {} }, { "rubber", Plane {}, 1.2, {} } };
    EXPECT_EQ(greatest_friction(scene), 1.2);
}

TEST(AppendSample, OfWhatTouchesNothingIsAtThePatchAndWithNobody)
{
    MotionContact contact;
    const std::vector<Surface> surfaces { { "ground", Plane {}, 0.8, {} } };
    append_sample(0.25, {}, surfaces, { 1, 2, 3 }, contact);
    append_sample(1, { 0, { 0, 0, 700 }, { 4, 5, 0 }, 3 }, surfaces, { 1, 2, 3 }, contact);
    EXPECT_EQ(contact.with, (std::vector<std::string> { "", "ground" }));
    EXPECT_EQ(contact.point, (std::vector<Vector3d> { { 1, 2, 3 }, { 4, 5, 0 } }));
    EXPECT_EQ(contact.activation, (std::vector<double> { 0.25, 1 }));
    EXPECT_EQ(contact.force[1].z(), 700);
    EXPECT_EQ(contact.torsion[1], 3);
}

}  // namespace
}  // namespace gambol
