// SPDX-License-Identifier: MIT
#include "gambol/math/rotation.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace gambol {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Random;

constexpr double kPi = std::numbers::pi;

/// Angles at which a formula may be wrong: nothing, next to nothing, both sides of the change from
/// series to closed form, half a turn, almost a whole one, and more than one.
const std::vector<double> kAngles
    = { 0, 1e-8, 1e-3, 0.5, 0.999, 1.001, 2.5, kPi, 2 * kPi - 0.1, 2 * kPi, 7.5 };

std::vector<Vector3d> rotation_vectors()
{
    Random random(1);
    std::vector<Vector3d> vectors;
    for (const double angle : kAngles)
        for (int i = 0; i < 3; ++i)
            vectors.push_back(angle * random.direction());
    return vectors;
}

Matrix3d by_angle_axis(const Vector3d& r)
{
    if (r.norm() == 0)
        return Matrix3d::Identity();
    return Eigen::AngleAxisd(r.norm(), r.normalized()).toRotationMatrix();
}

Vector3d unskew(const Matrix3d& S)
{
    return { S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1) };
}

TEST(Skew, IsTheCrossProduct)
{
    const Vector3d a(0.3, -1.2, 2), b(4, 0.5, -0.7);
    EXPECT_LT((skew(a) * b - a.cross(b)).norm(), 1e-15);
}

TEST(ExponentialCoefficients, AreTheirDefinitionsAndDerivatives)
{
    for (const double s : { 1e-2, 0.3, 0.99, 1.01, 4.0, 9.8, 39.0 }) {
        const double t = std::sqrt(s);
        const ExponentialCoefficients e = exponential_coefficients(s);
        EXPECT_NEAR(e.A, std::sin(t) / t, 1e-15);
        EXPECT_NEAR(e.B, (1 - std::cos(t)) / s, 2e-14);
        EXPECT_NEAR(e.C, (t - std::sin(t)) / (s * t), 3e-13);
        const auto all = [](const VectorXd& x) {
            const ExponentialCoefficients c = exponential_coefficients(x[0]);
            return VectorXd(Eigen::Vector4d(c.B, c.C, c.dB, c.dC));
        };
        const Eigen::Vector4d formula(e.dB, e.dC, e.ddB, e.ddC);
        // Coefficients shrink as s grows: 1/40320 and less is a large number here.
        EXPECT_LT(test::relative_error(
                      formula, test::central_jacobian(all, VectorXd::Constant(1, s), 1e-4)),
            1e-9)
            << "s = " << s;
    }
    const ExponentialCoefficients zero = exponential_coefficients(0);
    EXPECT_DOUBLE_EQ(zero.A, 1);
    EXPECT_DOUBLE_EQ(zero.B, 1.0 / 2);
    EXPECT_DOUBLE_EQ(zero.C, 1.0 / 6);
    EXPECT_DOUBLE_EQ(zero.dB, -1.0 / 24);
    EXPECT_DOUBLE_EQ(zero.ddC, 2.0 / 5040);
}

TEST(RotationMatrix, TurnsAboutTheVectorByItsLength)
{
    for (const Vector3d& r : rotation_vectors())
        EXPECT_LT((rotation_matrix(r) - by_angle_axis(r)).norm(), 1e-14) << r.transpose();
}

TEST(RotationVector, IsUndoneByRotationMatrix)
{
    for (const Vector3d& r : rotation_vectors()) {
        const Matrix3d R = by_angle_axis(r);
        EXPECT_LE(rotation_vector(R).norm(), kPi + 1e-12);
        EXPECT_LT((rotation_matrix(rotation_vector(R)) - R).norm(), 1e-12) << r.transpose();
    }
}

TEST(RotationVectorNear, FindsTheVectorItCameFrom)
{
    Random random(2);
    for (const double angle : { 0.3, 3.0, 3.3, 6.0, 6.5, 9.0, -4.0 }) {
        const Vector3d r = angle * random.direction();
        const Vector3d near = r + 0.05 * random.direction();
        EXPECT_LT((rotation_vector_near(rotation_matrix(r), near) - r).norm(), 1e-9) << angle;
    }
}

TEST(RotationVectorNear, PicksTheNearestOfAll)
{
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Vector3d r = random.uniform(0.1, 3) * random.direction();
        const Vector3d near = random.uniform(0, 10) * random.direction();
        const Vector3d found = rotation_vector_near(rotation_matrix(r), near);
        EXPECT_LT((rotation_matrix(found) - rotation_matrix(r)).norm(), 1e-12);
        for (int turns = -3; turns <= 3; ++turns) {
            const Vector3d other = r + 2 * kPi * turns * r.normalized();
            EXPECT_LE((found - near).norm(), (other - near).norm() + 1e-9);
        }
    }
}

/// r, ṙ, r̈ as one vector, for differences.
VectorXd stacked(const Vector3d& r, const Vector3d& rdot, const Vector3d& rddot)
{
    VectorXd x(9);
    x << r, rdot, rddot;
    return x;
}

TEST(TurningFrame, LeftJacobianTurnsVectorsIntoTurns)
{
    for (const Vector3d& r : rotation_vectors()) {
        const TurningFrame frame = turning_frame(r, Vector3d::Zero());
        EXPECT_LT((frame.R - by_angle_axis(r)).norm(), 1e-14);
        // dR Rᵀ = [J dr]×
        const auto turn = [&](const VectorXd& at) {
            return VectorXd(0.5 * unskew(by_angle_axis(at) * frame.R.transpose()));
        };
        const double step = r.norm() < 1e-6 ? 1e-3 : 1e-4;
        EXPECT_LT(
            test::relative_error(frame.left_jacobian, test::central_jacobian(turn, r, step)), 1e-9)
            << "|r| = " << r.norm();
    }
}

TEST(TurningFrame, DerivativesMatchDifferences)
{
    Random random(4);
    for (const Vector3d& r : rotation_vectors()) {
        const Vector3d rdot = 2 * random.vector(3);
        const TurningFrame frame = turning_frame(r, rdot);
        EXPECT_LT((frame.omega - frame.left_jacobian * rdot).norm(), 1e-13);
        const auto omega
            = [&](const VectorXd& at) { return VectorXd(turning_frame(at, rdot).omega); };
        EXPECT_LT(
            test::relative_error(frame.domega_dr, test::central_jacobian(omega, r, 1e-4)), 1e-8)
            << "|r| = " << r.norm();
    }
}

TEST(AngularAcceleration, IsTheRateOfAngularVelocity)
{
    Random random(5);
    for (const Vector3d& r : rotation_vectors()) {
        const Vector3d rdot = random.vector(3), rddot = random.vector(3);
        const auto omega = [&](const VectorXd& t) {
            return VectorXd(
                turning_frame(r + t[0] * rdot + 0.5 * t[0] * t[0] * rddot, rdot + t[0] * rddot)
                    .omega);
        };
        const Vector3d alpha = angular_acceleration(r, rdot, rddot).alpha;
        EXPECT_LT(
            test::relative_error(alpha, test::central_jacobian(omega, VectorXd::Zero(1), 1e-4)),
            1e-9)
            << "|r| = " << r.norm();
    }
}

TEST(AngularAcceleration, DerivativesMatchDifferences)
{
    Random random(6);
    for (const Vector3d& r : rotation_vectors()) {
        const Vector3d rdot = random.vector(3, 2), rddot = random.vector(3, 5);
        const AngularAcceleration a = angular_acceleration(r, rdot, rddot);
        const auto alpha = [](const VectorXd& x) {
            return VectorXd(angular_acceleration(x.head<3>(), x.segment<3>(3), x.tail<3>()).alpha);
        };
        const Eigen::MatrixXd J = test::central_jacobian(alpha, stacked(r, rdot, rddot), 1e-4);
        // ∂α/∂ṙ vanishes with r: there only its absolute error counts.
        EXPECT_LT(test::relative_error(a.dalpha_dr, J.leftCols(3), 1), 1e-8)
            << "|r| = " << r.norm();
        EXPECT_LT(test::relative_error(a.dalpha_drdot, J.middleCols(3, 3), 1), 1e-8)
            << "|r| = " << r.norm();
        EXPECT_LT(test::relative_error(turning_frame(r, rdot).left_jacobian, J.rightCols(3)), 1e-8);
    }
}

TEST(PatchAxes, KeepTheBodysForwardDirection)
{
    const Matrix3d foot = patch_axes(Vector3d::UnitZ());
    EXPECT_LT((foot - Matrix3d::Identity()).norm(), 1e-15);

    // A normal along x has no x axis across it: z takes its place.
    const Matrix3d back = patch_axes(Vector3d::UnitX());
    EXPECT_LT((back.col(0) - Vector3d::UnitZ()).norm(), 1e-15);
    EXPECT_LT((patch_axes(-Vector3d::UnitX()).col(0) - Vector3d::UnitZ()).norm(), 1e-15);

    Random random(7);
    for (int i = 0; i < 50; ++i) {
        const Vector3d normal = random.direction();
        const Matrix3d axes = patch_axes(normal);
        EXPECT_LT((axes.transpose() * axes - Matrix3d::Identity()).norm(), 1e-13);
        EXPECT_NEAR(axes.determinant(), 1, 1e-13);
        EXPECT_LT((axes.col(2) - normal).norm(), 1e-15);
        EXPECT_GT(axes(0, 0), 0);  // x looks forward
        EXPECT_NEAR(axes(0, 1), 0, 1e-13);  // and y has no part of it
    }
}

}  // namespace
}  // namespace gambol
