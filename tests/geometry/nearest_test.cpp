// SPDX-License-Identifier: MIT
#include "gambol/geometry/nearest.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Random;

const Plane kPlane { { 0.2, -0.1, 0.3 }, Vector3d(0.2, -0.3, 1).normalized() };
const Box kBox { { 0.3, -0.2, 0.1 }, Eigen::Quaterniond(0.9, 0.1, -0.3, 0.2).normalized(),
    { 0.5, 0.3, 0.2 } };
const Sphere kSphere { { -0.1, 0.2, 0.3 }, 0.4 };
const Capsule kCapsule { { -0.3, 0.1, 0 }, { 0.4, 0.2, 0.3 }, 0.25 };

struct NamedShape {
    const char* name;
    Shape shape;
};
const std::vector<NamedShape> kShapes
    = { { "plane", kPlane }, { "box", kBox }, { "sphere", kSphere }, { "capsule", kCapsule } };

/// How deep p lies inside, or how far outside, by the definition of each solid.
double signed_distance(const Shape& shape, const Vector3d& p)
{
    return std::visit(
        Overloaded { [&](const Plane& s) { return s.normal.dot(p - s.point); },
            [&](const Sphere& s) { return (p - s.center).norm() - s.radius; },
            [&](const Capsule& s) {
                double least = 1e9;
                for (int i = 0; i <= 20000; ++i)
                    least = std::min(
                        least, (p - s.from - i / 20000.0 * (s.to - s.from)).norm() - s.radius);
                return least;
            },
            [&](const Box& s) {
                const Vector3d beyond
                    = (s.rotation.conjugate() * (p - s.center)).cwiseAbs() - s.half_size;
                return beyond.cwiseMax(0).norm() + std::min(0.0, beyond.maxCoeff());
            },
            [](const Heightfield&) { return 0.0; }, [](const Mesh&) { return 0.0; } },
        shape);
}

TEST(NearestSurfacePoint, LiesOnTheSurfaceAtItsDistance)
{
    Random random(31);
    for (const auto& [name, shape] : kShapes) {
        int inside = 0, outside = 0;
        for (int i = 0; i < 300; ++i) {
            const Vector3d p = random.vector(3, 0.8);
            const SurfacePoint s = nearest_surface_point(shape, p);
            ASSERT_NEAR(s.distance, signed_distance(shape, p), 1e-8) << name;
            ASSERT_NEAR(std::abs(s.distance), (p - s.point).norm(), 1e-12) << name;
            ASSERT_NEAR(signed_distance(shape, s.point), 0, 1e-8) << name;
            ASSERT_NEAR(s.normal.norm(), 1, 1e-12) << name;
            ASSERT_NEAR(s.gradient.norm(), 1, 1e-12) << name;
            // The normal leads out.
            ASSERT_GT(signed_distance(shape, s.point + 1e-4 * s.normal), 0) << name;
            (s.distance < 0 ? inside : outside)++;
        }
        EXPECT_GT(inside, 10) << name;
        EXPECT_GT(outside, 10) << name;
    }
}

TEST(NearestSurfacePoint, NoPointOfTheSurfaceIsNearer)
{
    Random random(32);
    for (const auto& [name, shape] : kShapes) {
        std::vector<Vector3d> surface;
        for (int i = 0; i < 2000; ++i)
            surface.push_back(nearest_surface_point(shape, random.vector(3, 1)).point);
        for (int i = 0; i < 30; ++i) {
            const Vector3d p = random.vector(3, 0.8);
            const double distance = (p - nearest_surface_point(shape, p).point).norm();
            for (const Vector3d& other : surface)
                ASSERT_LE(distance, (p - other).norm() + 1e-12) << name;
        }
    }
}

TEST(NearestSurfacePoint, DerivativesMatchDifferencesInsideAndOutside)
{
    Random random(33);
    for (const auto& [name, shape] : kShapes) {
        const auto all = [&, &shape = shape](const VectorXd& p) {
            const SurfacePoint s = nearest_surface_point(shape, p);
            VectorXd values(7);
            values << s.point, s.normal, s.distance;
            return values;
        };
        for (int i = 0; i < 100; ++i) {
            const Vector3d p = random.vector(3, 0.8);
            const SurfacePoint s = nearest_surface_point(shape, p);
            const MatrixXd J = test::central_jacobian(all, p);
            EXPECT_LT((s.dpoint_dp - J.topRows(3)).norm(), 1e-6) << name << p.transpose();
            EXPECT_LT((s.dnormal_dp - J.middleRows(3, 3)).norm(), 1e-5) << name << p.transpose();
            EXPECT_LT((s.gradient.transpose() - J.row(6)).norm(), 1e-7) << name << p.transpose();
        }
    }
}

TEST(NearestSurfacePoint, InsideABoxTheNearestFaceCounts)
{
    const Box box { { 0, 0, 0 }, Eigen::Quaterniond::Identity(), { 1, 2, 3 } };
    const SurfacePoint s = nearest_surface_point(box, { 0.2, -1.9, 1 });
    EXPECT_NEAR(s.distance, -0.1, 1e-15);
    EXPECT_LT((s.point - Vector3d(0.2, -2, 1)).norm(), 1e-15);
    EXPECT_LT((s.normal + Vector3d::UnitY()).norm(), 1e-15);
    EXPECT_LT((s.gradient + Vector3d::UnitY()).norm(), 1e-15);
}

TEST(NearestSurfacePoint, BeyondAnEdgeTheNormalIsThatOfTheFaceMostFaced)
{
    const Box box { { 0, 0, 0 }, Eigen::Quaterniond::Identity(), { 1, 1, 1 } };
    const SurfacePoint s = nearest_surface_point(box, { 1.1, 0, 1.3 });
    EXPECT_LT((s.point - Vector3d(1, 0, 1)).norm(), 1e-15);
    EXPECT_LT((s.normal - Vector3d::UnitZ()).norm(), 1e-15);
    EXPECT_NEAR(s.distance, std::hypot(0.1, 0.3), 1e-15);
    EXPECT_LT((s.gradient - Vector3d(0.1, 0, 0.3).normalized()).norm(), 1e-14);
}

TEST(NearestSurfacePoint, IsFiniteAtTheCentreOfABall)
{
    const SurfacePoint s = nearest_surface_point(kSphere, kSphere.center);
    EXPECT_NEAR(s.distance, -kSphere.radius, 1e-15);
    EXPECT_NEAR((s.point - kSphere.center).norm(), kSphere.radius, 1e-15);
    EXPECT_TRUE(s.dpoint_dp.allFinite());
}

TEST(NearestSurfacePoint, CapsuleWithoutLengthIsASphere)
{
    const Vector3d p(0.5, 0.7, 0.9);
    const SurfacePoint ball = nearest_surface_point(kSphere, p);
    const SurfacePoint capsule
        = nearest_surface_point(Capsule { kSphere.center, kSphere.center, kSphere.radius }, p);
    EXPECT_LT((ball.point - capsule.point).norm(), 1e-15);
    EXPECT_LT((ball.dnormal_dp - capsule.dnormal_dp).norm(), 1e-15);
}

struct Segments {
    Vector3d a0, a1, b0, b1;
};

double distance_at(const Segments& s, double on_a, double on_b)
{
    return (s.a0 + on_a * (s.a1 - s.a0) - s.b0 - on_b * (s.b1 - s.b0)).norm();
}

/// Neither by a dense search nor by moving along either segment is there a nearer pair. The squared
/// distance is convex, so the second is exact.
void expect_nearest(const Segments& s, const std::string& what, double tolerance = 1e-9)
{
    const SegmentPair pair = nearest_on_segments(s.a0, s.a1, s.b0, s.b1);
    ASSERT_TRUE(pair.on_a >= 0 && pair.on_a <= 1 && pair.on_b >= 0 && pair.on_b <= 1) << what;
    const double found = distance_at(s, pair.on_a, pair.on_b);
    for (int i = 0; i <= 60; ++i)
        for (int j = 0; j <= 60; ++j)
            ASSERT_LE(found, distance_at(s, i / 60.0, j / 60.0) + tolerance) << what;

    const Vector3d a = s.a1 - s.a0, b = s.b1 - s.b0;
    const Vector3d gap = s.a0 + pair.on_a * a - s.b0 - pair.on_b * b;
    const auto expect_least = [&](double at, double slope) {
        if (at > 0) {
            EXPECT_LE(slope, tolerance) << what << ": nearer when moved back";
        }
        if (at < 1) {
            EXPECT_GE(slope, -tolerance) << what << ": nearer when moved on";
        }
    };
    expect_least(pair.on_a, a.dot(gap));
    expect_least(pair.on_b, -b.dot(gap));
}

TEST(NearestOnSegments, BeatsEveryOtherPair)
{
    Random random(34);
    for (int i = 0; i < 300; ++i)
        expect_nearest({ random.vector(3), random.vector(3), random.vector(3), random.vector(3) },
            "random pair " + std::to_string(i));
}

TEST(NearestOnSegments, HandlesParallelAndDegenerateSegments)
{
    Random random(35);
    for (int i = 0; i < 100; ++i) {
        const Vector3d a0 = random.vector(3), a1 = random.vector(3), shift = random.vector(3, 2);
        const std::string number = std::to_string(i);
        for (const double stretch : { 1.0, -1.0, 0.3, 4.0 })
            expect_nearest(
                { a0, a1, a0 + shift, a0 + shift + stretch * (a1 - a0) }, "parallel " + number);
        expect_nearest(
            { a0, a1, a0 + 0.5 * (a1 - a0), a0 + 1.5 * (a1 - a0) }, "same line " + number);
        expect_nearest({ a0, a0, shift, a1 }, "point and segment " + number);
        expect_nearest({ shift, a1, a0, a0 }, "segment and point " + number);
        expect_nearest({ a0, a0, a1, a1 }, "two points " + number);
        // Almost parallel: which pair is nearest hardly matters, and is not told to the last digit.
        expect_nearest({ a0, a1, a0 + shift, a1 + shift + random.vector(3, 1e-7) },
            "almost parallel " + number, 1e-6);
    }
}

}  // namespace
}  // namespace gambol
