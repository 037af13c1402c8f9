// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_overlap.hpp"

#include "gambol/motion/audit_geometry.hpp"

#include <gtest/gtest.h>

#include <random>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Isometry3d at(const Vector3d& place, const Quaterniond& turn = Quaterniond::Identity())
{
    return Eigen::Translation3d(place) * turn;
}

Shape box(const Vector3d& half)
{
    return Box { Vector3d::Zero(), Quaterniond::Identity(), half };
}

/// A box as triangles.
Mesh box_mesh(const Vector3d& half)
{
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back(
            Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).cwiseProduct(half));
    for (const auto& [a, b, c, d] : { std::array { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
             { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } }) {
        mesh.triangles.push_back({ a, b, c });
        mesh.triangles.push_back({ a, c, d });
    }
    return mesh;
}

TEST(AuditOverlap, APoleThroughAWallIsSeenBetweenItsEnds)
{
    // 3 m of pole: its ends and middles lie far from the post that it passes through.
    const Shape pole = box({ 1.5, 0.02, 0.02 }), post = box({ 0.05, 0.05, 1 });
    EXPECT_NEAR(overlap_depth(pole, at({ 0.6, 0, 0 }), post), 0.07, 1e-9);
    EXPECT_NEAR(overlap_depth(post, at({ 0.6, 0, 0 }), pole), 0.07, 1e-9);
    const Shape rod = Capsule { { -1.5, 0, 0 }, { 1.5, 0, 0 }, 0.02 };
    EXPECT_NEAR(overlap_depth(rod, at({ 0.6, 0, 0 }), post), 0.07, 1e-6);
    EXPECT_EQ(overlap_depth(rod, at({ 0.6, 0.08, 0 }), post), 0);
}

TEST(AuditOverlap, CrossingEdgesOfBoxesAreSeen)
{
    // Edge on edge: no corner of either lies in the other.
    const Quaterniond about_x(Eigen::AngleAxisd(EIGEN_PI / 4, Vector3d::UnitX()));
    const Quaterniond about_y(Eigen::AngleAxisd(EIGEN_PI / 4, Vector3d::UnitY()));
    const Shape lower = Box { Vector3d::Zero(), about_x, { 1, 0.1, 0.1 } };
    const Shape upper = Box { Vector3d::Zero(), about_y, { 0.1, 1, 0.1 } };
    const double touching = 0.2 * std::sqrt(2.0);
    EXPECT_NEAR(overlap_depth(upper, at({ 0.1, 0.2, touching - 0.02 }), lower), 0.02, 1e-9);
    EXPECT_EQ(overlap_depth(upper, at({ 0.1, 0.2, touching + 0.001 }), lower), 0);
}

TEST(AuditOverlap, DepthIsTheSameFromBothSidesAndForAMeshOfTheSameForm)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> place(-0.35, 0.35), size(0.05, 0.3);
    int overlapping = 0;
    for (int i = 0; i < 200; ++i) {
        const auto vector
            = [&](auto& from) { return Vector3d(from(random), from(random), from(random)); };
        const Vector3d half_a = vector(size), half_b = vector(size);
        const Isometry3d pose = at(vector(place), Quaterniond::UnitRandom());
        const double depth = overlap_depth(box(half_a), pose, box(half_b));
        EXPECT_NEAR(overlap_depth(box(half_b), pose.inverse(), box(half_a)), depth, 1e-9);
        overlapping += depth > 0;
        // Points of edges lie no deeper than the whole, and see what is a few millimetres deep.
        const double by_mesh = overlap_depth(box_mesh(half_a), pose, box_mesh(half_b));
        EXPECT_LE(by_mesh, depth + 1e-9);
        EXPECT_EQ(by_mesh > 0, depth > 0.005 || by_mesh > 0) << depth;
        const Shape ball = Sphere { Vector3d::Zero(), half_a.x() };
        EXPECT_NEAR(overlap_depth(ball, pose, box(half_b)),
            std::max(0.0, half_a.x() - signed_distance(box(half_b), pose.translation())), 1e-9);
    }
    EXPECT_GT(overlapping, 50);
    EXPECT_LT(overlapping, 190);
}

TEST(AuditOverlap, CapsulesAgreeWithDenseSampling)
{
    std::mt19937 random(4);
    std::uniform_real_distribution<double> number(-0.4, 0.4);
    for (int i = 0; i < 100; ++i) {
        const auto vector
            = [&] { return Vector3d(number(random), number(random), number(random)); };
        const Capsule rod { vector(), vector(), 0.07 };
        for (const Shape& solid :
            { box({ 0.2, 0.1, 0.15 }), Shape(Capsule { { -0.2, 0, 0 }, { 0.3, 0.1, 0 }, 0.1 }) }) {
            double deepest = 0;
            for (int n = 0; n <= 2000; ++n)
                deepest = std::max(deepest,
                    rod.radius
                        - signed_distance(solid, rod.from + (rod.to - rod.from) * (n / 2000.0)));
            EXPECT_NEAR(overlap_depth(rod, Isometry3d::Identity(), solid), deepest, 5e-4);
        }
    }
}

}  // namespace
}  // namespace gambol::audit_detail
