// SPDX-License-Identifier: MIT
#include "gambol/geometry/heightfield.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Random;

/// Two crossing waves of 1.5 m, 12 cm high: rounder than a foot is long.
Heightfield hills()
{
    Heightfield field;
    field.origin = { -1, -0.8 };
    field.cell = { 0.1, 0.12 };
    field.heights.resize(23, 17);
    for (Eigen::Index i = 0; i < 23; ++i)
        for (Eigen::Index j = 0; j < 17; ++j) {
            const double x = -1 + 0.1 * double(i), y = -0.8 + 0.12 * double(j);
            field.heights(i, j) = 0.06 * std::cos(4.2 * x + 0.3) + 0.06 * std::sin(4 * y - x);
        }
    return field;
}

Heightfield random_field(Random& random, Eigen::Index nx, Eigen::Index ny)
{
    Heightfield field { { 0.3, -0.2 }, { 0.25, 0.4 }, {} };
    field.heights = random.matrix(int(nx), int(ny), 0.3);
    return field;
}

Vector2d place_in(const Heightfield& field, Random& random)
{
    return field.origin
        + Vector2d(random.uniform(0, 1), random.uniform(0, 1)).cwiseProduct(field.size());
}

TEST(Heightfield, PassesThroughItsNodes)
{
    Random random(41);
    for (const auto& [nx, ny] : { std::pair { 2, 2 }, { 2, 3 }, { 3, 2 }, { 4, 5 }, { 9, 7 } }) {
        const Heightfield field = random_field(random, nx, ny);
        for (int i = 0; i < nx; ++i)
            for (int j = 0; j < ny; ++j) {
                const Vector2d at = field.origin + Vector2d(i, j).cwiseProduct(field.cell);
                EXPECT_NEAR(height_at(field, at).height, field.heights(i, j), 1e-12);
            }
    }
}

TEST(Heightfield, OfAPlaneIsThePlane)
{
    Random random(42);
    for (const auto& [nx, ny] : { std::pair { 2, 2 }, { 3, 4 }, { 6, 6 } }) {
        Heightfield field = random_field(random, nx, ny);
        const Vector2d slope(0.3, -0.2);
        for (int i = 0; i < nx; ++i)
            for (int j = 0; j < ny; ++j)
                field.heights(i, j)
                    = 0.1 + slope.dot(field.origin + Vector2d(i, j).cwiseProduct(field.cell));
        for (int k = 0; k < 50; ++k) {
            const Vector2d at = place_in(field, random);
            const HeightSample sample = height_at(field, at);
            EXPECT_NEAR(sample.height, 0.1 + slope.dot(at), 1e-12);
            EXPECT_LT((sample.slope - slope).norm(), 1e-11);
            EXPECT_LT(sample.curvature.norm(), 1e-10);
        }
    }
}

TEST(Heightfield, SlopeAndCurvatureMatchDifferences)
{
    Random random(43);
    for (const auto& [nx, ny] : { std::pair { 2, 2 }, { 3, 5 }, { 9, 7 } }) {
        const Heightfield field = random_field(random, nx, ny);
        for (int k = 0; k < 60; ++k) {
            const Vector2d at = place_in(field, random);
            const HeightSample sample = height_at(field, at);
            const auto height = [&](const VectorXd& x) { return height_at(field, x).height; };
            const auto slope
                = [&](const VectorXd& x) { return VectorXd(height_at(field, x).slope); };
            EXPECT_LT((sample.slope - test::central_gradient(height, at)).norm(), 1e-7);
            EXPECT_LT((sample.curvature - test::central_jacobian(slope, at)).norm(), 1e-6);
        }
    }
}

TEST(Heightfield, HasNoCreases)
{
    Random random(44);
    const Heightfield field = random_field(random, 9, 7);
    for (int i = 1; i < 8; ++i)
        for (const double y : { 0.13, 0.77, 1.5 }) {
            const Vector2d at(field.origin.x() + i * field.cell.x(), y);
            const Vector2d aside(1e-9, 0);
            EXPECT_LT(
                (height_at(field, at + aside).slope - height_at(field, at - aside).slope).norm(),
                1e-6);
        }
}

TEST(Heightfield, CoversItsRectangleAndNothingElse)
{
    const Heightfield field = hills();
    EXPECT_TRUE(covers(field, { -1, -0.8 }));
    EXPECT_TRUE(covers(field, { 1.1999, 1.1199 }));
    EXPECT_FALSE(covers(field, { 1.2001, 0 }));
    EXPECT_FALSE(covers(field, { 0, -0.8001 }));
}

/// Points of the whole boundary of the solid, dense near `p`.
double nearest_sampled(const Heightfield& field, const Vector3d& p)
{
    double least = std::numeric_limits<double>::infinity();
    const auto look = [&](const Vector2d& at) {
        const Vector2d in = at.cwiseMax(field.origin).cwiseMin(field.origin + field.size());
        const double height = height_at(field, in).height;
        least = std::min(least, (Vector3d(in.x(), in.y(), height) - p).norm());
    };
    // Coarse over everything, then around the best.
    Vector2d best = field.origin;
    const auto scan = [&](const Vector2d& center, const Vector2d& half, int n) {
        for (int i = -n; i <= n; ++i)
            for (int j = -n; j <= n; ++j) {
                const double before = least;
                const Vector2d at = center + half.cwiseProduct(Vector2d(i, j)) / n;
                look(at);
                if (least < before)
                    best = at;
            }
    };
    scan(field.origin + field.size() / 2, field.size() / 2, 60);
    for (double half = 0.04; half > 1e-7; half *= 0.2) {
        const Vector2d center = best;
        scan(center, { half, half }, 10);
    }
    // The sides below the rim.
    const Vector2d low = field.origin, high = low + field.size();
    const auto side = [&](Vector2d at) {
        at = at.cwiseMax(low).cwiseMin(high);
        if (p.z() <= height_at(field, at).height)
            least = std::min(least, (at - p.head<2>()).norm());
    };
    side({ low.x(), p.y() });
    side({ high.x(), p.y() });
    side({ p.x(), low.y() });
    side({ p.x(), high.y() });
    return least;
}

TEST(NearestOnHeightfield, IsTheNearestPointOfTheWholeSolid)
{
    const Heightfield field = hills();
    Random random(45);
    int inside = 0, beside = 0, above = 0;
    for (int k = 0; k < 250; ++k) {
        const Vector2d at = field.origin
            + Vector2d(random.uniform(-0.2, 1.2), random.uniform(-0.2, 1.2))
                  .cwiseProduct(field.size());
        const Vector3d p(at.x(), at.y(), height_at(field, at).height + random.uniform(-0.3, 0.3));
        const SurfacePoint s = nearest_surface_point(field, p);
        const bool in = covers(field, at) && p.z() < height_at(field, at).height;
        EXPECT_NEAR(std::abs(s.distance), nearest_sampled(field, p), 1e-6) << p.transpose();
        EXPECT_EQ(s.distance < 0, in) << p.transpose();
        EXPECT_NEAR((p - s.point).norm(), std::abs(s.distance), 1e-12);
        EXPECT_NEAR(s.normal.norm(), 1, 1e-12);
        EXPECT_NEAR(s.gradient.norm(), 1, 1e-12);
        (in ? inside : covers(field, at) ? above : beside)++;
    }
    EXPECT_GT(inside, 30);
    EXPECT_GT(above, 30);
    EXPECT_GT(beside, 30);
}

TEST(NearestOnHeightfield, FindsTheBestOfSeveralHillsFromFarAbove)
{
    const Heightfield field = hills();
    Random random(46);
    for (int k = 0; k < 100; ++k) {
        const Vector2d at = place_in(field, random);
        const Vector3d p(at.x(), at.y(), random.uniform(0.4, 2));
        // A local minimum may win by a hair: what counts is the distance.
        EXPECT_LT(nearest_surface_point(field, p).distance, 1.02 * nearest_sampled(field, p))
            << p.transpose();
    }
}

TEST(NearestOnHeightfield, DerivativesMatchDifferences)
{
    const Heightfield field = hills();
    Random random(47);
    const auto all = [&](const VectorXd& p) {
        const SurfacePoint s = nearest_surface_point(field, p);
        VectorXd values(7);
        values << s.point, s.normal, s.distance;
        return values;
    };
    int compared = 0;
    for (int k = 0; k < 300; ++k) {
        const Vector2d at = field.origin
            + Vector2d(random.uniform(-0.1, 1.1), random.uniform(-0.1, 1.1))
                  .cwiseProduct(field.size());
        const Vector3d p(at.x(), at.y(), height_at(field, at).height + random.uniform(-0.15, 0.15));
        const SurfacePoint s = nearest_surface_point(field, p);
        // Curvature jumps from cell to cell: differences across a line between two are of neither.
        const Eigen::Array2d cells
            = (s.point.head<2>() - field.origin).cwiseQuotient(field.cell).array();
        const Eigen::Array2d line = cells.round(), last = field.size().array() / field.cell.array();
        if (((cells - line).abs() < 1e-3 && line > 0.5 && line < last - 0.5).any())
            continue;
        ++compared;
        const MatrixXd J = test::central_jacobian(all, p);
        EXPECT_LT((s.dpoint_dp - J.topRows(3)).norm(), 1e-5) << p.transpose();
        EXPECT_LT((s.dnormal_dp - J.middleRows(3, 3)).norm(), 1e-4) << p.transpose();
        EXPECT_LT((s.gradient.transpose() - J.row(6)).norm(), 1e-6) << p.transpose();
    }
    EXPECT_GT(compared, 280);
}

TEST(NearestOnHeightfield, OnTheSurfaceItselfItIsThePoint)
{
    const Heightfield field = hills();
    Random random(48);
    for (int k = 0; k < 50; ++k) {
        const Vector2d at = place_in(field, random);
        const HeightSample sample = height_at(field, at);
        const Vector3d p(at.x(), at.y(), sample.height);
        const SurfacePoint s = nearest_surface_point(field, p);
        EXPECT_LT((s.point - p).norm(), 1e-12);
        EXPECT_LT((s.normal - sample.normal()).norm(), 1e-12);
        EXPECT_LT((s.gradient - sample.normal()).norm(), 1e-12);
        EXPECT_TRUE(s.dpoint_dp.allFinite() && s.dnormal_dp.allFinite());
    }
}

TEST(NearestOnHeightfield, StaysFiniteAtTheFocusOfAHollow)
{
    // A parabola h = 2x² + 2y² has its focus of curvature 0.25 above the lowest point.
    Heightfield field { { -1, -1 }, { 0.1, 0.1 }, MatrixXd(21, 21) };
    for (int i = 0; i < 21; ++i)
        for (int j = 0; j < 21; ++j)
            field.heights(i, j) = 2 * (std::pow(-1 + 0.1 * i, 2) + std::pow(-1 + 0.1 * j, 2));
    for (const double z : { 0.2, 0.249, 0.25, 0.251, 0.3, 1.0 }) {
        const SurfacePoint s = nearest_surface_point(field, { 0, 0, z });
        EXPECT_TRUE(s.point.allFinite() && s.dpoint_dp.allFinite() && s.dnormal_dp.allFinite());
        EXPECT_LT(s.dpoint_dp.norm(), 100);
        EXPECT_LE(s.distance, z + 1e-12);
    }
}

TEST(Triangulated, FollowsTheSurfaceAndFacesOutward)
{
    const Heightfield field = hills();
    const HeightfieldMesh mesh = triangulated(field);
    ASSERT_EQ(mesh.vertices.size(), mesh.normals.size());
    double volume = 0, lowest = std::numeric_limits<double>::infinity();
    for (const Vector3d& v : mesh.vertices)
        lowest = std::min(lowest, v.z());
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Vector3d a = mesh.vertices[size_t(t[0])], b = mesh.vertices[size_t(t[1])],
                       c = mesh.vertices[size_t(t[2])];
        const Vector3d normal = (b - a).cross(c - a).normalized();
        for (const int k : t)
            EXPECT_GT(normal.dot(mesh.normals[size_t(k)]), 0.9);
        const Vector3d middle = (a + b + c) / 3;
        if (normal.z() > 0.1) {
            EXPECT_NEAR(middle.z(), height_at(field, middle.head<2>()).height, 1e-3);
        }
        // Of the prism down to the bottom: sides add nothing.
        volume += 0.5 * (b - a).cross(c - a).z() * (middle.z() - lowest);
    }
    const double mean = volume / (field.size().x() * field.size().y());
    EXPECT_NEAR(mean, field.heights.mean() - lowest, 0.01);
}

}  // namespace
}  // namespace gambol
