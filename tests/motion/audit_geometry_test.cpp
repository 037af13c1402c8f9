// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_geometry.hpp"

#include "gambol/geometry/heightfield.hpp"
#include "gambol/math/random.hpp"
#include "gambol/motion/audit.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace gambol {
namespace {

using audit_detail::probes;
using audit_detail::signed_distance;
using audit_detail::surface_normal;
using Eigen::Vector3d;

/// The surface of a box as twelve triangles.
Mesh mesh_of(const Box& box)
{
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back(box.center
            + box.rotation
                * Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)
                      .cwiseProduct(box.half_size));
    for (const auto& [a, b, c, d] : { std::array { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 },
             { 2, 6, 7, 3 }, { 0, 4, 6, 2 }, { 1, 3, 7, 5 } }) {
        mesh.triangles.emplace_back(a, b, c);
        mesh.triangles.emplace_back(a, c, d);
    }
    return mesh;
}

Box tilted_box()
{
    return { { 0.3, -0.2, 0.5 }, Eigen::Quaterniond(0.8, 0.3, -0.4, 0.2).normalized(),
        { 0.5, 0.2, 0.3 } };
}

TEST(AuditGeometry, BoxAndItsMeshAgreeInsideAndOut)
{
    const Box box = tilted_box();
    const Mesh mesh = mesh_of(box);
    Random random(7);
    const auto uniform = [&] { return random.uniform(-0.8, 0.8); };
    int inside = 0;
    for (int i = 0; i < 500; ++i) {
        const Vector3d x = box.center + Vector3d(uniform(), uniform(), uniform());
        const double distance = signed_distance(box, x);
        EXPECT_NEAR(distance, signed_distance(mesh, x), 1e-12);
        inside += distance < 0;
    }
    EXPECT_GT(inside, 10);
}

TEST(AuditGeometry, DistancesOfRoundShapesAreExact)
{
    EXPECT_DOUBLE_EQ(signed_distance(Sphere { { 1, 0, 0 }, 0.5 }, { 3, 0, 0 }), 1.5);
    EXPECT_DOUBLE_EQ(signed_distance(Capsule { { 0, 0, 0 }, { 0, 0, 2 }, 0.5 }, { 2, 0, 1 }), 1.5);
    EXPECT_DOUBLE_EQ(signed_distance(Capsule { { 0, 0, 0 }, { 0, 0, 2 }, 0.5 }, { 0, 0, 5 }), 2.5);
    EXPECT_DOUBLE_EQ(
        signed_distance(Plane { { 0, 0, 1 }, Vector3d::UnitZ() }, { 7, 7, 0.5 }), -0.5);
}

TEST(AuditGeometry, NormalIsTheGradientOfDistance)
{
    const Box box = tilted_box();
    const Capsule capsule { { 0, 0.1, 0 }, { 0.4, 0, 0.3 }, 0.1 };
    Random random(3);
    const auto uniform = [&] { return random.uniform(-1, 1); };
    for (const Shape& shape : { Shape(box), Shape(capsule), Shape(Sphere { { 0, 0, 0.2 }, 0.3 }) })
        for (int i = 0; i < 100; ++i) {
            const Vector3d x(uniform(), uniform(), uniform());
            Vector3d gradient;
            for (int axis = 0; axis < 3; ++axis) {
                const Vector3d step = 1e-6 * Vector3d::Unit(axis);
                gradient[axis]
                    = (signed_distance(shape, x + step) - signed_distance(shape, x - step)) / 2e-6;
            }
            // Only within reach 0 is the hint without influence.
            EXPECT_LT((surface_normal(shape, x, Vector3d::UnitZ(), 0) - gradient).norm(), 1e-5);
        }
}

TEST(AuditGeometry, AtAnEdgeThePatchDecidesWhichFaceItStandsOn)
{
    const Box step { { 0, 0, 0 }, Eigen::Quaterniond::Identity(), { 0.5, 0.5, 0.1 } };
    const Vector3d just_beyond(0.502, 0, 0.1);
    EXPECT_EQ(surface_normal(step, just_beyond, Vector3d::UnitZ(), 0.01), Vector3d::UnitZ());
    EXPECT_EQ(surface_normal(step, just_beyond, Vector3d::UnitX(), 0.01), Vector3d::UnitX());
    EXPECT_EQ(surface_normal(step, { 0.3, 0, 0.1 }, Vector3d::UnitX(), 0.01), Vector3d::UnitZ());
}

Heightfield hills()
{
    Heightfield field { { -1, -0.8 }, { 0.1, 0.12 }, Eigen::MatrixXd(23, 17) };
    for (Eigen::Index i = 0; i < 23; ++i)
        for (Eigen::Index j = 0; j < 17; ++j) {
            const double x = -1 + 0.1 * double(i), y = -0.8 + 0.12 * double(j);
            field.heights(i, j) = 0.06 * std::cos(4.2 * x + 0.3) + 0.06 * std::sin(4 * y - x);
        }
    return field;
}

TEST(AuditGeometry, DistanceToAHeightfieldIsWhatTheSolversFind)
{
    // Two implementations that share no code.
    Random random(11);
    const auto uniform = [&] { return random.uniform(0, 1); };
    Heightfield small { { 0, 0 }, { 0.5, 0.5 }, Eigen::MatrixXd(3, 2) };
    small.heights << 0, 0.1, 0.2, 0, 0.1, 0.3;
    for (const Heightfield& field : { hills(), small }) {
        int inside = 0, beside = 0;
        for (int i = 0; i < 1000; ++i) {
            const Eigen::Vector2d at = field.origin
                + (1.3 * Eigen::Vector2d(uniform(), uniform()) - Eigen::Vector2d(0.15, 0.15))
                      .cwiseProduct(field.size());
            const Vector3d x(at.x(), at.y(), 0.6 * uniform() - 0.25);
            const SurfacePoint s = nearest_surface_point(field, x);
            EXPECT_NEAR(signed_distance(field, x), s.distance, 1e-6) << x.transpose();
            inside += s.distance < 0;
            beside += !covers(field, at);
            if (covers(field, at) && s.normal.z() > 0.1) {
                EXPECT_LT(
                    (surface_normal(field, x, Vector3d::UnitZ(), 0.01) - s.normal).norm(), 1e-5)
                    << x.transpose();
            }
        }
        EXPECT_GT(inside, 100);
        EXPECT_GT(beside, 100);
    }
}

TEST(AuditGeometry, StandingOnALevelHeightfieldIsStandingOnTheGround)
{
    Motion motion = test::twisting_stand();
    const AuditReport on_ground = audit(motion);
    Heightfield level { { -3, -3 }, { 0.5, 0.5 }, Eigen::MatrixXd::Zero(13, 13) };
    motion.surfaces[0].shape = level;
    const AuditReport on_field = audit(motion);
    EXPECT_TRUE(on_field.passed());
    for (std::size_t i = 0; i < on_ground.checks.size(); ++i)
        EXPECT_NEAR(on_ground.checks[i].value, on_field.checks[i].value, 1e-9)
            << on_ground.checks[i].name;
    // A bump of 5 cm below the feet is in them.
    level.heights.block(4, 4, 5, 5).setConstant(0.05);
    motion.surfaces[0].shape = level;
    const AuditReport in_bump = audit(motion);
    EXPECT_FALSE(in_bump.find("penetration").passed);
    EXPECT_FALSE(in_bump.find("touch").passed);
}

TEST(AuditGeometry, ProbesReachAsDeepAsTheShape)
{
    const Plane ground;
    for (const Shape& shape :
        { Shape(Box { { 0, 0, 0.25 }, Eigen::Quaterniond::Identity(), { 0.1, 0.2, 0.3 } }),
            Shape(Capsule { { 0, 0, 0.05 }, { 0.3, 0, 0.5 }, 0.1 }),
            Shape(Sphere { { 0, 0, 0.1 }, 0.15 }) }) {
        double deepest = 0;
        for (const auto& probe : probes(shape))
            deepest = std::max(deepest, probe.radius - signed_distance(ground, probe.point));
        EXPECT_NEAR(deepest, 0.05, 1e-12);
    }
}

TEST(AuditGeometry, StandingOnAMeshIsStandingOnTheBox)
{
    // The crate of the example as a resting surface, once as box and once as mesh.
    Motion motion = test::crate_scene();
    const Box box { { 0, 0, 0.15 }, Eigen::Quaterniond::Identity(), { 0.5, 0.4, 0.15 } };
    motion.props.clear();
    motion.characters.resize(1);
    motion.surfaces.push_back({ "crate", box, 0.8 });
    const AuditReport on_box = audit(motion);
    motion.surfaces.back().shape = mesh_of(box);
    const AuditReport on_mesh = audit(motion);
    EXPECT_TRUE(on_box.passed());
    EXPECT_TRUE(on_mesh.passed());
    for (std::size_t i = 0; i < on_box.checks.size(); ++i)
        EXPECT_NEAR(on_box.checks[i].value, on_mesh.checks[i].value, 1e-9) << on_box.checks[i].name;
}

// A ball in the middle of a crate passed when the crate's mesh was inside out or had a hole.
TEST(AuditGeometry, AMeshThatHasNoInsideIsNoted)
{
    Motion motion = test::crate_scene();
    const Mesh whole
        = mesh_of({ { 9, 0, 0.15 }, Eigen::Quaterniond::Identity(), { 0.5, 0.4, 0.15 } });
    motion.surfaces.push_back({ "rock", whole, 0.8 });
    const auto noted = [&](const Mesh& mesh) {
        motion.surfaces.back().shape = mesh;
        const std::vector<std::string> notes = audit(motion).notes;
        return notes.empty() ? "" : notes[0];
    };
    EXPECT_EQ(noted(whole), "");
    Mesh parts = whole;  // faces that share no vertices are closed as well
    parts.vertices.clear();
    for (Eigen::Vector3i& t : parts.triangles)
        for (int k = 0; k < 3; ++k) {
            parts.vertices.push_back(whole.vertices[std::size_t(t[k])]);
            t[k] = int(parts.vertices.size()) - 1;
        }
    EXPECT_EQ(noted(parts), "");
    Mesh open = whole;
    open.triangles.pop_back();
    EXPECT_NE(noted(open).find("rock: its mesh  is not closed"), std::string::npos);
    Mesh turned = whole;
    for (Eigen::Vector3i& t : turned.triangles)
        std::swap(t[0], t[1]);
    EXPECT_NE(noted(turned).find("is inside out"), std::string::npos);
}

// A box of negative size has no inside, and nothing slips where friction is below 0: all of these
// passed.
TEST(AuditGeometry, WhatNothingCanBeIsNoMotion)
{
    const auto refused = [](const std::function<void(Motion&)>& change) {
        Motion motion = test::crate_scene();
        change(motion);
        return !audit(motion).find("structure").passed;
    };
    EXPECT_FALSE(refused([](Motion&) {}));
    const Eigen::Quaterniond upright = Eigen::Quaterniond::Identity();
    const auto add = [](const Shape& shape) {
        return [=](Motion& motion) { motion.surfaces.push_back({ "thing", shape, 0.8 }); };
    };
    EXPECT_FALSE(refused(add(Box { { 9, 0, 0 }, upright, { 0.1, 0.1, 0.1 } })));
    EXPECT_TRUE(refused(add(Box { { 9, 0, 0 }, upright, { 0.1, -0.1, 0.1 } })));
    EXPECT_TRUE(refused(add(Box { { 9, 0, 0 }, { 0, 0, 0, 0 }, { 0.1, 0.1, 0.1 } })));
    EXPECT_TRUE(refused(add(Sphere { { 9, 0, 0 }, -0.1 })));
    EXPECT_TRUE(refused(add(Capsule { { 9, 0, 0 }, { 9, 1, 0 }, -0.1 })));
    const auto land = [](double cell, double height) {
        return Heightfield { { 8, 0 }, { cell, cell }, Eigen::MatrixXd::Constant(2, 2, height) };
    };
    EXPECT_FALSE(refused(add(land(1, 0))));
    EXPECT_TRUE(refused(add(land(-1, 0))));
    EXPECT_TRUE(refused(add(land(1, std::numeric_limits<double>::infinity()))));
    EXPECT_TRUE(refused([](Motion& motion) { motion.surfaces[0].friction = -1; }));
    EXPECT_TRUE(refused([](Motion& motion) { motion.characters[0].contacts[0].friction = -1; }));
    EXPECT_TRUE(
        refused([](Motion& motion) { motion.characters[0].contacts[0].half_size.x() = -0.1; }));
    EXPECT_TRUE(refused([](Motion& motion) {
        motion.characters[0].bodies[0].shapes = { Sphere { Vector3d::Zero(), -0.1 } };
    }));
    EXPECT_TRUE(refused([](Motion& motion) { motion.characters[0].bodies[0].inertial.mass = -1; }));
    EXPECT_TRUE(refused(
        [](Motion& motion) { motion.characters[0].bodies[0].inertial.inertia(1, 1) = -1; }));
    EXPECT_TRUE(refused([](Motion& motion) {
        Eigen::Matrix3d& inertia = motion.props[0].inertial.inertia;
        inertia(0, 1) = inertia(1, 0) = 1e3;
    }));
    EXPECT_TRUE(refused([](Motion& motion) {
        MotionJoints& joints = motion.characters[0].joints;
        joints.names = { "bend" };
        joints.lower = Eigen::VectorXd::Constant(1, 1);
        joints.upper = Eigen::VectorXd::Constant(1, -1);
    }));
}

}  // namespace
}  // namespace gambol
