// SPDX-License-Identifier: MIT
#include "gambol/collision/closest_points.hpp"

#include "support/collision_meshes.hpp"

#include <gtest/gtest.h>

namespace gambol::collision {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

FourPoints example(unsigned seed)
{
    const Matrix3Xd x = test::random_points(4, 1, seed);
    return { x.col(0), x.col(1), x.col(2), x.col(3) };
}

/// The smallest distance over a fine grid of points of both sides, never below the true one.
double sampled_distance(PairKind kind, const FourPoints& x)
{
    constexpr int kSteps = 100;
    double smallest = 1e9;
    for (int i = 0; i <= kSteps; ++i)
        for (int j = 0; j <= kSteps; ++j) {
            const double s = double(i) / kSteps, t = double(j) / kSteps;
            Vector3d a = x[0], b;
            if (kind == PairKind::vertex_triangle) {
                if (i + j > kSteps)
                    continue;
                b = x[1] + s * (x[2] - x[1]) + t * (x[3] - x[1]);
            } else {
                a = x[0] + s * (x[1] - x[0]);
                b = x[2] + t * (x[3] - x[2]);
            }
            smallest = std::min(smallest, (a - b).norm());
        }
    return smallest;
}

TEST(ClosestPoints, AgreeWithDenseSampling)
{
    for (const PairKind kind : { PairKind::vertex_triangle, PairKind::edge_edge })
        for (unsigned seed = 1; seed <= 300; ++seed) {
            const FourPoints x = example(seed);
            const ClosestPoints closest = closest_points(kind, x);
            const double sampled = sampled_distance(kind, x);
            EXPECT_LE(closest.distance, sampled + 1e-12) << "seed " << seed;
            EXPECT_GE(closest.distance, sampled - 0.03) << "seed " << seed;
        }
}

TEST(ClosestPoints, WeightsAndNormalGiveTheDistance)
{
    for (const PairKind kind : { PairKind::vertex_triangle, PairKind::edge_edge })
        for (unsigned seed = 1; seed <= 100; ++seed) {
            const FourPoints x = example(seed);
            const ClosestPoints c = closest_points(kind, x);
            Vector3d h = Vector3d::Zero();
            double a = 0, b = 0;
            for (int i = 0; i < 4; ++i) {
                h += c.weights[i] * x[std::size_t(i)];
                (i < side_a_size(kind) ? a : b) += c.weights[i];
            }
            EXPECT_NEAR(a, 1, 1e-14);
            EXPECT_NEAR(b, -1, 1e-14);
            EXPECT_LT((h - c.distance * c.normal).norm(), 1e-14) << "seed " << seed;
        }
}

TEST(ClosestPoints, DegenerateShapesHaveADistance)
{
    const Vector3d o(0, 0, 0), x(1, 0, 0), up(0, 0, 2);
    EXPECT_NEAR(closest_points(PairKind::vertex_triangle, { up, o, o, o }).distance, 2, 1e-15);
    EXPECT_NEAR(closest_points(PairKind::vertex_triangle, { up, o, x, o }).distance, 2, 1e-15);
    EXPECT_NEAR(closest_points(PairKind::edge_edge, { up, up, o, o }).distance, 2, 1e-15);
    EXPECT_NEAR(closest_points(PairKind::edge_edge, { up, up, o, x }).distance, 2, 1e-15);
    // Parallel edges, overlapping and not.
    EXPECT_NEAR(closest_points(PairKind::edge_edge, { o, x, up, up + x }).distance, 2, 1e-15);
    EXPECT_NEAR(closest_points(PairKind::edge_edge, { o, x, 3 * x, 5 * x }).distance, 2, 1e-15);
    EXPECT_EQ(closest_points(PairKind::edge_edge, { o, x, o, up }).distance, 0);
}

}  // namespace
}  // namespace gambol::collision
