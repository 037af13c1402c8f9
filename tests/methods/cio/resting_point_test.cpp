// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/resting_point.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using cio::resting_point;
using cio::RestingPoint;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

const Vector3d kUp = Vector3d::UnitZ();

/// A floor, and a step of 0.3 m behind x = 1.
std::vector<Shape> step()
{
    return { Plane {}, Box { { 1.5, 0, 0.15 }, Eigen::Quaterniond::Identity(), { 0.5, 1, 0.15 } } };
}

TEST(RestingPoint, IsBelowAFootOnTheFloorAndOnTopOfAStep)
{
    const RestingPoint floor = resting_point(NearestPoint::facing, step(), { 0.3, 0.2, 0.1 }, kUp);
    EXPECT_LT((floor.point - Vector3d(0.3, 0.2, 0)).norm(), 1e-12);
    EXPECT_EQ(floor.shape, 0);
    const RestingPoint top = resting_point(NearestPoint::facing, step(), { 1.5, 0, 0.35 }, kUp);
    EXPECT_LT((top.point - Vector3d(1.5, 0, 0.3)).norm(), 1e-12);
    EXPECT_EQ(top.shape, 1);
}

/// 5 cm before the riser and 12 cm above the floor, a sole belongs on the floor, a palm that faces
/// the riser on the riser.
TEST(RestingPoint, FacesThePatch)
{
    const Vector3d p(0.95, 0, 0.12);
    const RestingPoint sole = resting_point(NearestPoint::facing, step(), p, kUp);
    EXPECT_GT(sole.normal.z(), 0.9);
    const RestingPoint palm = resting_point(NearestPoint::facing, step(), p, -Vector3d::UnitX());
    EXPECT_LT((palm.point - Vector3d(1, 0, 0.12)).norm(), 1e-9);
    EXPECT_LT(palm.normal.x(), -0.9);
}

TEST(RestingPoint, ThePapersIsAnAverageOverAllSurfaces)
{
    // Half-way between two tables 4 cm apart there is nothing, but the average lies there.
    const std::vector<Shape> tables { Box { { -0.52, 0, 0 }, Eigen::Quaterniond::Identity(),
                                          { 0.5, 1, 0.2 } },
        Box { { 0.52, 0, 0 }, Eigen::Quaterniond::Identity(), { 0.5, 1, 0.2 } } };
    const RestingPoint mean = resting_point(NearestPoint::paper, tables, { 0, 0, 0.201 }, kUp);
    EXPECT_NEAR(mean.point.x(), 0, 1e-9);
    const RestingPoint ours = resting_point(NearestPoint::facing, tables, { 0, 0, 0.201 }, kUp);
    EXPECT_GE(std::abs(ours.point.x()), 0.02) << "on one of them";
    // Far from all but one it is that one's.
    const RestingPoint one = resting_point(NearestPoint::paper, step(), { -3, 0, 0.001 }, kUp);
    EXPECT_LT((one.point - Vector3d(-3, 0, 0)).norm(), 0.01);
    EXPECT_EQ(one.shape, 0);
}

TEST(RestingPoint, DerivativesMatchDifferences)
{
    test::Random random(5);
    for (const NearestPoint form : { NearestPoint::facing, NearestPoint::paper }) {
        int compared = 0;
        for (int i = 0; i < 60; ++i) {
            const Vector3d p(
                random.uniform(0.5, 2.2), random.uniform(-0.8, 0.8), random.uniform(0.02, 0.6));
            const Vector3d facing = (kUp + 0.3 * random.direction()).normalized();
            const RestingPoint rest = resting_point(form, step(), p, facing);
            const auto at = [&](const VectorXd& x) {
                const RestingPoint r = resting_point(form, step(), Vector3d(x), facing);
                VectorXd both(6);
                both << r.point, r.normal;
                return both;
            };
            // Between two features of a shape, or two shapes, nothing is differentiable.
            bool smooth = true;
            for (int axis = 0; axis < 3; ++axis)
                for (const double h : { -1e-3, 1e-3 }) {
                    const VectorXd there = at(p + h * Vector3d::Unit(axis));
                    smooth = smooth && (there - at(p)).norm() < 0.02;
                }
            if (!smooth)
                continue;
            Eigen::Matrix<double, 6, 3> formula;
            formula << rest.dpoint_dp, rest.dnormal_dp;
            EXPECT_LT(test::relative_error(formula, test::central_jacobian(at, p), 1), 1e-5)
                << p.transpose();
            ++compared;
        }
        EXPECT_GT(compared, 40);
    }
}

/// A box flush with the edge of a table crept 2 cm inwards before hands had reached it.
TEST(RestingPoint, ThingsMayStandFlushWithAnEdge)
{
    const Vector3d corner(1, 0.3, 0.3);
    const RestingPoint foot = resting_point(NearestPoint::facing, step(), corner, kUp);
    EXPECT_NEAR(foot.point.x(), 1.02, 1e-12);
    const RestingPoint thing = resting_point(NearestPoint::facing, step(), corner, kUp, 0);
    EXPECT_LT((thing.point - corner).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol
