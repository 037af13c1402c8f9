// SPDX-License-Identifier: MIT
#include "gambol/geometry/rigid_path.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace gambol {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;
using std::numbers::pi;

TEST(RigidPath, IsStraightBetweenKeysAndRestsOutside)
{
    RigidPath path;
    EXPECT_TRUE(path.at(3).isApprox(Eigen::Isometry3d::Identity()));
    path.times = { 1, 3 };
    path.positions = { { 0, 0, 0 }, { 2, 0, 0 } };
    path.rotations = { Eigen::Quaterniond::Identity(),
        Eigen::Quaterniond(Eigen::AngleAxisd(1.0, Vector3d::UnitZ())) };
    EXPECT_NEAR(path.at(0).translation().x(), 0, 1e-15);
    EXPECT_NEAR(path.at(1.5).translation().x(), 0.5, 1e-15);
    EXPECT_NEAR(path.at(9).translation().x(), 2, 1e-15);
    EXPECT_NEAR(Eigen::AngleAxisd(path.at(2).rotation()).angle(), 0.5, 1e-12);
}

AngleAxisd about_z(double angle)
{
    return AngleAxisd(angle, Vector3d::UnitZ());
}

// The translation of the origin was interpolated: a box 1.5 m from it, turned by 90 degrees, moved
// its centre by 0.44 m on the way.
TEST(RigidPath, TheMiddleOfWhatTurnsStaysWhereItIs)
{
    const Vector3d middle(1.5, 0, 0.2);
    const RigidPath path
        = path_through({ { 0 }, { 1, Vector3d::Zero(), about_z(pi / 2) } }, middle);
    for (const double time : { 0.0, 0.3, 0.5, 0.9, 1.0 }) {
        EXPECT_LT((path.at(time) * middle - middle).norm(), 1e-12) << time;
        const Vector3d arm = path.at(time) * (middle + Vector3d::UnitX()) - middle;
        EXPECT_NEAR(std::atan2(arm.y(), arm.x()), time * pi / 2, 1e-12) << time;
    }
}

TEST(RigidPath, WholeTurnsAreMade)
{
    const Vector3d middle(1, 0, 0);
    const RigidPath path = path_through({ { 0 }, { 1, Vector3d::Zero(), about_z(2 * pi) },
                                            { 2, Vector3d::Zero(), about_z(-2 * pi) } },
        middle);
    const auto angle = [&](double time) {
        const Vector3d arm = path.at(time) * Vector3d(2, 0, 0) - middle;
        return std::atan2(arm.y(), arm.x());
    };
    EXPECT_NEAR(angle(0.25), pi / 2, 1e-9);
    EXPECT_NEAR(std::abs(angle(0.5)), pi, 1e-9);
    EXPECT_NEAR(angle(0.75), -pi / 2, 1e-9);
    EXPECT_NEAR(angle(1), 0, 1e-9);
    EXPECT_NEAR(std::abs(angle(1.25)), pi, 1e-9);  // two turns back in one second
    EXPECT_NEAR(angle(1.5), 0, 1e-9);
}

TEST(RigidPath, APointMayBeTurnedAboutAndMovedAtTheSameTime)
{
    const Vector3d hinge(0, 0, 1), by(0.2, 0, 0);
    const RigidPath path = path_through(
        { { 0 }, { 1, by, AngleAxisd(pi / 2, Vector3d::UnitY()), hinge } }, Vector3d(5, 5, 5));
    EXPECT_LT((path.at(0.5) * hinge - (hinge + 0.5 * by)).norm(), 1e-12);
    EXPECT_LT((path.at(1) * hinge - (hinge + by)).norm(), 1e-12);
    EXPECT_LT((path.at(1) * (hinge + Vector3d::UnitZ()) - (hinge + by + Vector3d::UnitX())).norm(),
        1e-12);
}

TEST(RigidPath, AnotherAxisIsTakenTheShortWayOrRefused)
{
    const AngleAxisd quarter_x(pi / 2, Vector3d::UnitX()), most_x(1.5 * pi, Vector3d::UnitX());
    const std::optional<Vector3d> step = turn_between(about_z(pi / 2), quarter_x);
    ASSERT_TRUE(step);
    const AngleAxisd turn(step->norm(), step->normalized());
    EXPECT_LT(
        (turn * about_z(pi / 2).toRotationMatrix() - quarter_x.toRotationMatrix()).norm(), 1e-12);
    EXPECT_LE(step->norm(), pi);
    EXPECT_FALSE(turn_between(about_z(pi / 2), most_x));
    // From whole turns, or to none, there is no doubt.
    EXPECT_NEAR(turn_between(about_z(2 * pi), most_x)->x(), 1.5 * pi, 1e-12);
    EXPECT_NEAR(turn_between(most_x, about_z(0))->x(), -1.5 * pi, 1e-12);
    // The same axis the other way round.
    EXPECT_NEAR(turn_between(about_z(1), AngleAxisd(1, -Vector3d::UnitZ()))->z(), -2, 1e-12);
}

}  // namespace
}  // namespace gambol
