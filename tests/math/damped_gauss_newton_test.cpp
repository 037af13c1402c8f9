// SPDX-License-Identifier: MIT
#include "gambol/math/damped_gauss_newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

VectorXd sum(const VectorXd& x, const VectorXd& step)
{
    return x + step;
}

/// Rosenbrock's valley as two residuals, 1 − x and 10 (y − x²).
void valley(const VectorXd& x, NormalEquations& equations)
{
    const Vector2d r(1 - x[0], 10 * (x[1] - x[0] * x[0]));
    Eigen::Matrix2d J;
    J << -1, 0, -20 * x[0], 10;
    equations = { J.transpose() * J, -J.transpose() * r, r.squaredNorm() };
}

TEST(DampedGaussNewton, FollowsAValleyToItsEnd)
{
    const VectorXd x = damped_gauss_newton(Vector2d(-1.2, 1), { .most = 100 }, valley, sum);
    EXPECT_LT((x - Vector2d(1, 1)).norm(), 1e-6);
}

TEST(DampedGaussNewton, NeverTakesAStepThatRaisesTheCost)
{
    double last = 1e300;
    int raised = 0;
    const auto watched
        = [&](const VectorXd& x, NormalEquations& equations) { valley(x, equations); };
    // What it moves from is what it has accepted.
    const auto move = [&](const VectorXd& x, const VectorXd& step) -> VectorXd {
        NormalEquations here;
        valley(x, here);
        raised += here.cost > last;
        last = here.cost;
        return x + step;
    };
    (void)damped_gauss_newton(
        Vector2d(-1.2, 1), { .most = 60, .longest = 10, .smallest = 1e-9 }, watched, move);
    EXPECT_EQ(raised, 0);
    EXPECT_LT(last, 1e-12);
}

TEST(DampedGaussNewton, ShortensStepsAndStopsAtTheLastOneAllowed)
{
    // r = x − 10, from 0, in three steps of 0.5.
    const auto evaluate = [](const VectorXd& x, NormalEquations& equations) {
        equations = { Eigen::MatrixXd::Identity(1, 1), VectorXd::Constant(1, 10 - x[0]),
            (x[0] - 10) * (x[0] - 10) };
    };
    const VectorXd x
        = damped_gauss_newton(VectorXd::Zero(1), { .most = 3, .longest = 0.5 }, evaluate, sum);
    EXPECT_NEAR(x[0], 1.5, 1e-12);
}

TEST(DampedGaussNewton, StopsWhenStepsAreSmall)
{
    int evaluations = 0;
    const auto evaluate = [&](const VectorXd& x, NormalEquations& equations) {
        ++evaluations;
        equations = { Eigen::MatrixXd::Identity(1, 1), -x, x.squaredNorm() };
    };
    const VectorXd x = damped_gauss_newton(VectorXd::Constant(1, 0.25),
        { .most = 50, .smallest = 1e-3, .must_lower_cost = false }, evaluate, sum);
    EXPECT_LT(std::abs(x[0]), 1e-6);
    EXPECT_EQ(evaluations, 3);  // at the start, after a step of 0.25, after one below 1e-3
}

TEST(DampedGaussNewton, ReadsTheLowerTriangleOnly)
{
    const auto evaluate = [](const VectorXd& x, NormalEquations& equations) {
        Eigen::Matrix2d A;
        A << 2, std::nan(""), 1, 3;
        const Eigen::Matrix2d whole = A.selfadjointView<Eigen::Lower>();
        equations = { A, -whole * x, x.dot(whole * x) };
    };
    const VectorXd x = damped_gauss_newton(Vector2d(0.2, -0.1), {}, evaluate, sum);
    EXPECT_LT(x.norm(), 1e-6);
}

}  // namespace
}  // namespace gambol
