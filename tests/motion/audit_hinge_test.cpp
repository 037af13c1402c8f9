// SPDX-License-Identifier: MIT
#include "gambol/motion/audit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

/// A board on a hinge along an edge, let go at an angle, with friction in the hinge; all its forces
/// from θ̈ = (−friction · sign(θ̇) − a · (c × m g ẑ)) / I.
Motion swinging_board(const Vector3d& axis, double rate)
{
    constexpr double kMass = 6, kWidth = 0.8, kTall = 1.2, kThick = 0.04, kFriction = 1.5;
    const Vector3d half(kThick / 2, kWidth / 2, kTall / 2), com(0, kWidth / 2, 0), at(0.3, -0.2, 2);
    const Vector3d sq = 4 * half.cwiseAbs2();
    const Matrix3d inertia
        = (kMass / 12 * Vector3d(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y())).asDiagonal();
    // In the prop's frame the hinge is along z.
    const Quaterniond start = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis);
    const double I = inertia(2, 2) + kMass * com.squaredNorm();
    const Vector3d g(0, 0, kGravity);
    const auto com_at
        = [&](double angle) { return Vector3d(AngleAxisd(angle, axis) * start * com); };
    const auto acceleration = [&](double angle, double speed) {
        return (-std::copysign(kFriction, speed) - axis.dot(com_at(angle).cross(kMass * g))) / I;
    };
    Motion motion;
    motion.name = "board";
    motion.method = "cio";
    MotionProp board;
    board.name = "board";
    board.inertial = { kMass, com, inertia };
    board.shapes = { Box { com, Quaterniond::Identity(), half } };
    MotionHinge hinge;
    hinge.at = at;
    hinge.axis = axis;
    hinge.least = -2;
    hinge.most = 2;
    hinge.friction = kFriction;
    constexpr int kSteps = 16;  // within a sample
    const double dt = 1.0 / 120;
    double angle = 0, speed = rate;
    for (int k = 0; k < 60; ++k) {
        const double a = acceleration(angle, speed);
        const Quaterniond R(AngleAxisd(angle, axis) * start);
        const Vector3d c = R * com, omega = speed * axis;
        const Matrix3d I_w = R.toRotationMatrix() * inertia * R.toRotationMatrix().transpose();
        const Vector3d demand = kMass * (a * axis.cross(c) + omega.cross(omega.cross(c)) + g);
        motion.times.push_back(k * dt);
        board.positions.push_back(at);
        board.rotations.push_back(R);
        hinge.force.push_back(demand);
        hinge.torque.push_back(c.cross(demand) + I_w * (a * axis) + omega.cross(I_w * omega));
        for (int i = 0; i < kSteps; ++i) {
            const double h = dt / kSteps, middle = angle + h / 2 * speed;
            const double mean = acceleration(middle, speed);
            angle += h * speed + h * h / 2 * mean;
            speed += h * mean;
        }
    }
    board.hinge = hinge;
    motion.props = { board };
    return motion;
}

std::vector<std::string> failures(const Motion& motion)
{
    std::vector<std::string> failed;
    for (const AuditCheck& check : audit(motion).checks)
        if (!check.passed)
            failed.push_back(check.name);
    return failed;
}

bool fails(const Motion& motion, const std::string& name)
{
    const std::vector<std::string> failed = failures(motion);
    return std::find(failed.begin(), failed.end(), name) != failed.end();
}

const Vector3d kAxes[] = { Vector3d::UnitZ(), Vector3d(0.2, 0.3, 1).normalized() };

TEST(AuditHinge, AcceptsABoardThatSwingsAndRubs)
{
    for (const Vector3d& axis : kAxes) {
        const Motion motion = swinging_board(axis, 2);
        EXPECT_EQ(failures(motion), std::vector<std::string> {}) << axis.transpose();
        const AuditReport report = audit(motion);
        EXPECT_LT(report.find("residual_torque_max").value, 5e-3);
        EXPECT_LT(report.find("hinge").value, 1e-9);
    }
}

TEST(AuditHinge, IsNotSaidWhereThereIsNone)
{
    Motion motion = swinging_board(kAxes[0], 2);
    motion.props[0].hinge.reset();
    for (const AuditCheck& check : audit(motion).checks)
        EXPECT_NE(check.name, "hinge");
    // And what swings all the same is carried by nothing.
    EXPECT_TRUE(fails(motion, "residual_force_max"));
}

TEST(AuditHinge, APropThatLeavesItsHingeIsNamed)
{
    Motion motion = swinging_board(kAxes[0], 2);
    motion.props[0].positions[30] += Vector3d(0.01, 0, 0);
    EXPECT_TRUE(fails(motion, "hinge"));
}

TEST(AuditHinge, APropThatTiltsIsNamed)
{
    Motion motion = swinging_board(kAxes[0], 2);
    motion.props[0].rotations[30]
        = AngleAxisd(0.02, Vector3d::UnitX()) * motion.props[0].rotations[30];
    EXPECT_TRUE(fails(motion, "hinge"));
}

TEST(AuditHinge, AHingeThatTurnsItsPropIsNamed)
{
    // A motor in the hinge: momentum is explained, by what no hinge can do.
    Motion motion = swinging_board(kAxes[0], 2);
    MotionHinge& hinge = *motion.props[0].hinge;
    hinge.friction = 0;
    EXPECT_EQ(failures(motion), std::vector<std::string> { "hinge_torque" });
}

TEST(AuditHinge, FrictionThatPushesOnIsNamed)
{
    Motion motion = swinging_board(kAxes[0], 2);
    MotionHinge& hinge = *motion.props[0].hinge;
    for (Vector3d& torque : hinge.torque)
        torque -= 2 * hinge.axis.dot(torque) * hinge.axis;
    EXPECT_TRUE(fails(motion, "hinge_torque"));
}

TEST(AuditHinge, APropBeyondItsStopIsNamed)
{
    Motion motion = swinging_board(kAxes[0], 2);
    motion.props[0].hinge->most = 0.3;
    EXPECT_EQ(failures(motion), std::vector<std::string> { "hinge_range" });
}

TEST(AuditHinge, AnArrayThatDoesNotFitIsAMistakeOfStructure)
{
    Motion motion = swinging_board(kAxes[0], 2);
    motion.props[0].hinge->torque.pop_back();
    EXPECT_EQ(failures(motion), std::vector<std::string> { "structure" });
}

}  // namespace
}  // namespace gambol
