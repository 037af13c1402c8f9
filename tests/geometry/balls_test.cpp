// SPDX-License-Identifier: MIT
#include "gambol/geometry/balls.hpp"

#include "gambol/geometry/capsules.hpp"
#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace gambol {
namespace {

using Eigen::Vector3d;

Vector3d draw(Random& random, double reach)
{
    return { random.uniform(-reach, reach), random.uniform(-reach, reach),
        random.uniform(-reach, reach) };
}

Eigen::Quaterniond draw_turn(Random& random)
{
    return Eigen::AngleAxisd(random.uniform(-3, 3), draw(random, 1).normalized())
        * Eigen::Quaterniond::Identity();
}

double reach_of(const std::vector<Ball>& balls, const Vector3d& way)
{
    double reach = -std::numeric_limits<double>::infinity();
    for (const Ball& ball : balls)
        reach = std::max(reach, way.dot(ball.center) + ball.radius);
    return reach;
}

TEST(Balls, ReachAsFarAsABoxEveryWay)
{
    Random random(1);
    for (int i = 0; i < 20; ++i) {
        const Box box { draw(random, 1), draw_turn(random),
            draw(random, 1).cwiseAbs() + Vector3d::Constant(0.1) };
        const Vector3d way = draw(random, 1).normalized();
        const double expected
            = way.dot(box.center) + (box.rotation.conjugate() * way).cwiseAbs().dot(box.half_size);
        EXPECT_NEAR(reach_of(hull_balls(box), way), expected, 1e-12);
        EXPECT_EQ(hull_balls(box).size(), 8u);
    }
}

TEST(Balls, OfACapsuleAreItsEndsAndForProbingItsMiddle)
{
    const Capsule capsule { { 0, 0, 1 }, { 0, 2, 1 }, 0.25 };
    EXPECT_EQ(reach_of(hull_balls(capsule), Vector3d::UnitY()), 2.25);
    EXPECT_EQ(reach_of(hull_balls(capsule), -Vector3d::UnitY()), 0.25);
    const std::vector<Ball> probes = probe_balls(capsule);
    ASSERT_EQ(probes.size(), 3u);
    EXPECT_EQ(probes[1].center, Vector3d(0, 1, 1));
    EXPECT_EQ(probes[1].radius, 0.25);
}

TEST(Balls, OfAMeshAreItsVerticesAndOfAPlaneNone)
{
    const Mesh mesh { "", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, { { 0, 1, 2 } } };
    EXPECT_EQ(hull_balls(mesh).size(), 3u);
    EXPECT_EQ(hull_balls(mesh)[1].center, Vector3d::UnitX());
    EXPECT_EQ(hull_balls(mesh)[1].radius, 0);
    EXPECT_TRUE(hull_balls(Plane {}).empty());
    EXPECT_TRUE(probe_balls(Plane {}).empty());
}

TEST(CapsuleGap, IsTheLeastOfDenselySampledPointsOfBothAxes)
{
    Random random(2);
    constexpr int kSamples = 400;
    for (int i = 0; i < 20; ++i) {
        const Capsule a { draw(random, 1), draw(random, 1), 0.1 },
            b { draw(random, 1), draw(random, 1), 0.2 };
        double nearest = std::numeric_limits<double>::infinity();
        for (int s = 0; s <= kSamples; ++s)
            for (int t = 0; t <= kSamples; ++t)
                nearest = std::min(nearest,
                    (a.from + (a.to - a.from) * s / kSamples - b.from
                        - (b.to - b.from) * t / kSamples)
                        .norm());
        const CapsuleGap near = capsule_gap(a, b);
        EXPECT_LE(near.distance, nearest + 1e-12);
        EXPECT_NEAR(near.distance, nearest, 2.0 / kSamples);
        EXPECT_NEAR(near.gap, near.distance - 0.3, 1e-15);
        EXPECT_NEAR(near.between.norm(), near.distance, 1e-15);
        const Vector3d on_a = a.from + near.at.on_a * (a.to - a.from);
        const Vector3d on_b = b.from + near.at.on_b * (b.to - b.from);
        EXPECT_LT((near.between - (on_a - on_b)).norm(), 1e-12);
    }
}

TEST(CapsuleGap, IsNegativeWhereCapsulesOverlap)
{
    const Capsule a { { -1, 0, 0 }, { 1, 0, 0 }, 0.3 }, b { { 0, -1, 0.4 }, { 0, 1, 0.4 }, 0.2 };
    EXPECT_NEAR(capsule_gap(a, b).gap, -0.1, 1e-15);
    EXPECT_LT((capsule_gap(a, b).between - Vector3d(0, 0, -0.4)).norm(), 1e-15);
}

TEST(EdgePoints, AreOnTheEdgesOfABoxEachOnce)
{
    const Box box { { 1, 2, 3 },
        Eigen::Quaterniond(Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitZ())), { 0.1, 0.2, 0.15 } };
    EXPECT_EQ(edges_of(box).size(), 12u);
    const std::vector<Eigen::Vector3d> points = edge_points(box, 0.05);
    // 4 along each of the four edges along x, 8 along y, 6 along z, and the corners.
    EXPECT_EQ(points.size(), 4u * (3 + 7 + 5) + 8);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Eigen::Vector3d local
            = (box.rotation.conjugate() * (points[i] - box.center)).cwiseAbs() - box.half_size;
        int at_the_end = 0;
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_LT(local[axis], 1e-12);
            at_the_end += std::abs(local[axis]) < 1e-12;
        }
        EXPECT_GE(at_the_end, 2);
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GT((points[i] - points[j]).norm(), 0.04);
    }
}

}  // namespace
}  // namespace gambol
