// SPDX-License-Identifier: MIT
#include "gambol/solve/box_quasi_newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gambol {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

Slope rosenbrock(const VectorXd& x)
{
    const double a = 1 - x[0], b = x[1] - x[0] * x[0];
    return { 1 + a * a + 10 * b * b, Vector2d(-2 * a - 40 * x[0] * b, 20 * b) };
}

const BoxOptions kExact { .max_evaluations = 200,
    .gradient_tolerance = 1e-8,
    .value_tolerance = 1e-14,
    .largest_step = 0.5,
    .on_iteration = {} };

TEST(BoxQuasiNewton, FindsTheMinimumInsideOfTheBox)
{
    VectorXd x = Vector2d(-0.5, 0.8);
    const SolveReport report
        = minimise_in_box(rosenbrock, Vector2d(-2, -2), Vector2d(2, 2), x, kExact);
    EXPECT_EQ(report.outcome, Outcome::converged);
    EXPECT_LT((x - Vector2d(1, 1)).norm(), 1e-5);
    EXPECT_LT(report.evaluations, 80);
    EXPECT_NEAR(report.final_cost, 1, 1e-9);
}

TEST(BoxQuasiNewton, StopsAtTheSideThatHoldsIt)
{
    VectorXd x = Vector2d(-0.5, 0.4);
    const SolveReport report
        = minimise_in_box(rosenbrock, Vector2d(-2, -2), Vector2d(2, 0.5), x, kExact);
    EXPECT_EQ(report.outcome, Outcome::converged);
    EXPECT_DOUBLE_EQ(x[1], 0.5);
    // ∂f/∂x₀ = 0 with x₁ = ½: 2(1 − x) = −40 x (½ − x²)  ⇒  20 x³ − 9 x − 1 = 0
    EXPECT_NEAR(20 * std::pow(x[0], 3) - 9 * x[0] - 1, 0, 1e-5);
}

TEST(BoxQuasiNewton, GoesRoundPlacesWithoutAValue)
{
    VectorXd x = Vector2d(-0.5, 0.8);
    const auto holed = [](const VectorXd& at) {
        Slope slope = rosenbrock(at);
        if (at[0] > 1.02)
            slope.value = std::numeric_limits<double>::infinity();
        return slope;
    };
    (void)minimise_in_box(holed, Vector2d(-2, -2), Vector2d(2, 2), x, kExact);
    EXPECT_LT((x - Vector2d(1, 1)).norm(), 1e-3);
}

TEST(BoxQuasiNewton, StopsWhenAskedTo)
{
    VectorXd x = Vector2d(-0.5, 0.8);
    BoxOptions options = kExact;
    options.on_iteration = [](const Iteration& iteration) { return iteration.number < 3; };
    const SolveReport report
        = minimise_in_box(rosenbrock, Vector2d(-2, -2), Vector2d(2, 2), x, options);
    EXPECT_EQ(report.outcome, Outcome::stopped);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_DOUBLE_EQ(report.final_cost, rosenbrock(x).value);
}

TEST(BoxQuasiNewton, SaysSoWhereThereIsNoValueToStartFrom)
{
    VectorXd x = Vector2d(0, 0);
    const SolveReport report = minimise_in_box(
        [](const VectorXd&) {
            return Slope { std::numeric_limits<double>::infinity(), Vector2d(0, 0) };
        },
        Vector2d(-1, -1), Vector2d(1, 1), x);
    EXPECT_EQ(report.outcome, Outcome::numerical_failure);
    EXPECT_FALSE(report.note.empty());
}

}  // namespace
}  // namespace gambol
