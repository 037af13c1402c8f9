// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/gait_problem.hpp"

#include "animals.hpp"
#include "support/constrained_derivatives.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol::gait {
namespace {

using Eigen::VectorXd;

struct Case {
    const char* body;
    bool symmetric;
    int frames;
};

std::ostream& operator<<(std::ostream& out, const Case& c)
{
    return out << c.body << (c.symmetric ? " symmetric" : "");
}

/// A point near standing at which nothing is special: fixed variables stay as they are.
VectorXd near_standing(const GaitProblem& problem, unsigned seed)
{
    test::Random random(seed);
    VectorXd x = problem.standing();
    const VectorXd away = random.vector(int(x.size()), 0.1);
    const Bounds bounds = problem.variable_bounds();
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (bounds.lower[i] < bounds.upper[i])
            x[i] += away[i];
    return x;
}

class GaitDerivatives : public testing::TestWithParam<Case> { };

TEST_P(GaitDerivatives, OfAllRowsAndTermsMatchDifferences)
{
    const Case c = GetParam();
    const Animal body = animal(c.body);
    Settings settings;
    settings.frames = c.frames;
    settings.symmetric = c.symmetric;
    GaitProblem problem(body, usual_timing(body, 0.5), 0.5, settings);
    const VectorXd x = near_standing(problem, 3);
    test::Random random(4);
    const VectorXd y = random.vector(int(problem.row_bounds().lower.size()));
    const test::ConstrainedDerivativeErrors errors
        = test::constrained_derivative_errors(problem, x, y);
    EXPECT_LT(errors.values, 1e-13);
    EXPECT_LT(errors.gradient, 1e-7);
    EXPECT_LT(errors.jacobian, 1e-7);
    EXPECT_LT(errors.objective_hessian_negative, 1e-6);
    EXPECT_GT(errors.largest_jacobian_entry, 1);
}

INSTANTIATE_TEST_SUITE_P(Bodies, GaitDerivatives,
    testing::Values(Case { "monopod", false, 8 }, Case { "biped", false, 8 },
        Case { "biped", true, 12 }, Case { "quadruped", true, 12 }));

}  // namespace
}  // namespace gambol::gait
