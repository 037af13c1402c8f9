// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/hinge.hpp"
#include "gambol/cloth/fabric/membrane.hpp"
#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

constexpr double kStep = 6e-6;  // of central differences: ∛ε

Matrix3Xd random_points(int count, unsigned seed, double spread)
{
    Random random(seed);
    StandardNormal normal;
    Matrix3Xd x(3, count);
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x.data()[i] = spread * normal(random);
    return x;
}

Matrix3Xd rest_triangle()
{
    Matrix3Xd rest(3, 3);
    rest << 0, 1, 0.3, 0, 0.1, 0.8, 0, 0.2, 0.1;
    return rest;
}

Matrix3Xd rest_hinge()
{
    Matrix3Xd rest(3, 4);
    rest << 0, 1, 0.4, 0.7, 0, 0, 0.8, -0.9, 0, 0.1, 0, 0.3;
    return rest;
}

using Energy = std::function<double(const Matrix3Xd&, Matrix3Xd&)>;

Matrix3Xd gradient(const Energy& energy, const Matrix3Xd& x)
{
    Matrix3Xd g = Matrix3Xd::Zero(3, x.cols());
    (void)energy(x, g);
    return g;
}

/// Largest difference between the gradient and central differences, over the largest entry.
double gradient_error(const Energy& energy, const Matrix3Xd& x)
{
    const Matrix3Xd g = gradient(energy, x);
    Matrix3Xd unused = Matrix3Xd::Zero(3, x.cols()), difference(3, x.cols());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        Matrix3Xd up = x, down = x;
        up.data()[i] += kStep;
        down.data()[i] -= kStep;
        difference.data()[i] = (energy(up, unused) - energy(down, unused)) / (2 * kStep);
    }
    return (g - difference).cwiseAbs().maxCoeff() / g.cwiseAbs().maxCoeff();
}

MembraneTriangle membrane()
{
    MembraneTriangle triangle
        = make_membrane_triangle({ 0, 1, 2 }, rest_triangle(), Vector3d::UnitX());
    triangle.stretch = 70;
    triangle.shear = 20;
    return triangle;
}

Energy membrane_energy(const MembraneTarget& target)
{
    return [target, triangle = membrane()](const Matrix3Xd& x, Matrix3Xd& g) {
        return evaluate_membrane(triangle, target, 1.5, x, g);
    };
}

MembraneTarget some_target()
{
    return damped_target(membrane(), rest_triangle() + random_points(3, 9, 0.1), 2);
}

TEST(Membrane, RestsInItsRestShapeWhereverItIsTurned)
{
    const Eigen::Matrix3d turn
        = Eigen::AngleAxisd(1.2, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
    const Matrix3Xd x = (turn * rest_triangle()).colwise() + Vector3d(3, -1, 2);
    Matrix3Xd g = Matrix3Xd::Zero(3, 3);
    EXPECT_NEAR(membrane_energy({})(x, g), 0, 1e-20);
    EXPECT_LT(g.norm(), 1e-12);
}

TEST(Membrane, GradientMatchesFiniteDifferences)
{
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Matrix3Xd x = rest_triangle() + random_points(3, seed, 0.3);
        EXPECT_LT(gradient_error(membrane_energy({}), x), 1e-7) << "seed " << seed;
        EXPECT_LT(gradient_error(membrane_energy(some_target()), x), 1e-7) << "seed " << seed;
    }
}

TEST(Membrane, AWrongGradientWouldBeNoticed)
{
    const Energy wrong = [](const Matrix3Xd& x, Matrix3Xd& g) {
        const double e = membrane_energy({})(x, g);
        g(1, 1) *= 1.001;
        return e;
    };
    EXPECT_GT(gradient_error(wrong, rest_triangle() + random_points(3, 1, 0.3)), 1e-5);
}

/// d(gradient)/dx by central differences, coordinates of a vertex together.
Eigen::MatrixXd hessian(const Energy& energy, const Matrix3Xd& x)
{
    Eigen::MatrixXd H(x.size(), x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        Matrix3Xd up = x, down = x;
        up.data()[i] += kStep;
        down.data()[i] -= kStep;
        const Matrix3Xd column = (gradient(energy, up) - gradient(energy, down)) / (2 * kStep);
        H.col(i) = Eigen::Map<const Eigen::VectorXd>(column.data(), column.size());
    }
    return H;
}

Eigen::MatrixXd for_three_coordinates(const Eigen::MatrixXd& block)
{
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(3 * block.rows(), 3 * block.cols());
    for (Eigen::Index i = 0; i < block.rows(); ++i)
        for (Eigen::Index j = 0; j < block.cols(); ++j)
            full.block<3, 3>(3 * i, 3 * j) = block(i, j) * Eigen::Matrix3d::Identity();
    return full;
}

TEST(Membrane, BoundIsAtLeastTheHessianInAnyState)
{
    const Eigen::MatrixXd bound = 1.5 * for_three_coordinates(membrane_bound(membrane()));
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Matrix3Xd x = rest_triangle() + random_points(3, seed, 0.4);
        const Eigen::MatrixXd gap = bound - hessian(membrane_energy({}), x);
        const double lowest
            = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>((gap + gap.transpose()) / 2)
                  .eigenvalues()
                  .minCoeff();
        EXPECT_GT(lowest, -1e-5 * bound.norm()) << "seed " << seed;
    }
}

TEST(Membrane, StretchAndShearHaveTheStiffnessTheyAreGiven)
{
    // A right triangle with legs along warp and weft.
    Matrix3Xd rest(3, 3);
    rest << 0, 1, 0, 0, 0, 1, 0, 0, 0;
    MembraneTriangle triangle = make_membrane_triangle({ 0, 1, 2 }, rest, Vector3d::UnitX());
    triangle.stretch = 70;
    triangle.shear = 20;
    Matrix3Xd unused = Matrix3Xd::Zero(3, 3), x = rest;
    x(0, 1) += 0.01;
    EXPECT_NEAR(evaluate_membrane(triangle, {}, 1, x, unused), 0.5 * 70 * 1e-4 * 0.5, 1e-12);
    // Pure shear by γ: ½ A g γ² / 2, as ‖F − R‖² is the square of the symmetric part.
    x = rest;
    const double shear = 1e-3;
    x(1, 1) += shear / 2;
    x(0, 2) += shear / 2;
    EXPECT_NEAR(evaluate_membrane(triangle, {}, 1, x, unused), 0.5 * 0.5 * 20 * shear * shear / 2,
        1e-3 * 20 * shear * shear);
}

TEST(Membrane, DampingPullsTowardsTheStartOfTheStepAndIgnoresTurns)
{
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.8, Vector3d::UnitY()).toRotationMatrix();
    const Matrix3Xd x_t0 = 1.1 * rest_triangle();
    const MembraneTarget target = damped_target(membrane(), x_t0, 3);
    EXPECT_NEAR(target.length[0], 1 + 0.75 * 0.1, 1e-12);
    EXPECT_NEAR((target.S - (1 + 0.75 * 0.1) * Eigen::Matrix2d::Identity()).norm(), 0, 1e-12);
    // Where it wants to be, turned, costs nothing.
    Matrix3Xd g = Matrix3Xd::Zero(3, 3);
    EXPECT_NEAR(membrane_energy(target)(1.075 * turn * rest_triangle(), g), 0, 1e-18);
}

Energy hinge_energy(double target)
{
    return [target, hinge = make_hinge({ 0, 1, 2, 3 }, rest_hinge(), 0.4)](const Matrix3Xd& x,
               Matrix3Xd& g) { return evaluate_hinge(hinge, target, 1.5, x, g); };
}

TEST(Hinge, GradientMatchesFiniteDifferences)
{
    for (unsigned seed = 1; seed <= 8; ++seed) {
        const Matrix3Xd x = rest_hinge() + random_points(4, seed, 0.3);
        EXPECT_LT(gradient_error(hinge_energy(0.3), x), 1e-6) << "seed " << seed;
        const Hinge hinge = make_hinge({ 0, 1, 2, 3 }, rest_hinge(), 0.4);
        const std::array<Vector3d, 4> slope = hinge_gradient(hinge, x);
        Vector3d sum = Vector3d::Zero(), moment = Vector3d::Zero();
        for (int i = 0; i < 4; ++i) {
            sum += slope[std::size_t(i)];
            moment += Vector3d(x.col(i)).cross(slope[std::size_t(i)]);
        }
        EXPECT_LT(sum.norm(), 1e-12);  // bending moves no centre of mass
        EXPECT_LT(moment.norm(), 1e-12);  // and turns nothing as a whole
    }
}

TEST(Hinge, FlatIsZeroAndFoldingHasASign)
{
    Matrix3Xd x(3, 4);
    x << 0, 1, 0.5, 0.5, 0, 0, 1, -1, 0, 0, 0, 0;
    const Hinge flat = make_hinge({ 0, 1, 2, 3 }, x, 1);
    EXPECT_EQ(flat.rest_angle, 0);
    EXPECT_NEAR(flat.stiffness, 1.3, 1e-12);
    for (const double angle : { 0.5, 2.0, 3.1 }) {
        Matrix3Xd up = x, down = x;
        up.col(2) = Vector3d(0.5, std::cos(angle), std::sin(angle));
        down.col(2) = Vector3d(0.5, std::cos(angle), -std::sin(angle));
        EXPECT_NEAR(std::abs(hinge_angle(flat, up)), angle, 1e-12);
        EXPECT_NEAR(hinge_angle(flat, down), -hinge_angle(flat, up), 1e-12);
    }
}

TEST(Hinge, AFoldedRestShapeIsWhereItRests)
{
    Matrix3Xd g = Matrix3Xd::Zero(3, 4);
    const Hinge hinge = make_hinge({ 0, 1, 2, 3 }, rest_hinge(), 0.4);
    EXPECT_GT(std::abs(hinge.rest_angle), 0.1);
    EXPECT_EQ(evaluate_hinge(hinge, hinge.rest_angle, 1, rest_hinge(), g), 0);
    EXPECT_EQ(g.norm(), 0);
}

TEST(Hinge, BoundIsTheHessianOfAFlatHinge)
{
    Matrix3Xd x(3, 4);
    x << 0, 1, 0.4, 0.7, 0, 0, 0.8, -0.9, 0, 0, 0, 0;
    const Hinge hinge = make_hinge({ 0, 1, 2, 3 }, x, 0.4);
    const Energy energy = [&](const Matrix3Xd& at, Matrix3Xd& g) {
        return evaluate_hinge(hinge, hinge.rest_angle, 1, at, g);
    };
    const Eigen::MatrixXd H = hessian(energy, x);
    const Eigen::Matrix4d bound = hinge_bound(hinge);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            EXPECT_NEAR(H(3 * i + 2, 3 * j + 2), bound(i, j), 1e-6 * bound.norm());
}

TEST(Hinge, ShutIsNotAJump)
{
    EXPECT_NEAR(angle_between(std::numbers::pi - 0.01, -std::numbers::pi + 0.01), -0.02, 1e-12);
    EXPECT_NEAR(angle_between(0.3, 0.1), 0.2, 1e-15);
}

}  // namespace
}  // namespace gambol::cloth
