// SPDX-License-Identifier: MIT
#include "gambol/solve/interior_point.hpp"
#include "ipopt_reference.hpp"

#include "support/constrained_derivatives.hpp"
#include "support/finite_difference.hpp"
#include "support/optimality.hpp"
#include "support/spline_problems.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::VectorXd;
using test::between_discs;
using test::between_discs_guess;
using test::optimality_errors;
using test::swing_up;
using test::swing_up_guess;

template <class Problem> void expect_right_derivatives(Problem problem, const VectorXd& guess)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        test::Random random(seed);
        const VectorXd x = guess + random.vector(int(guess.size()), 0.3);
        const VectorXd y = random.vector(int(problem.of_rows.lower.size()));
        const auto errors = test::constrained_derivative_errors(problem, x, y);
        EXPECT_LT(errors.values, 1e-13);
        EXPECT_LT(errors.gradient, 1e-7);
        EXPECT_LT(errors.jacobian, 1e-7);
        EXPECT_LT(errors.lagrangian_hessian, 1e-7);
        EXPECT_LT(errors.objective_hessian_negative, 1e-9);
        EXPECT_GT(errors.largest_jacobian_entry, 0.5);
    }
}

TEST(SplineProblems, DerivativesMatchFiniteDifferences)
{
    expect_right_derivatives(swing_up(5), swing_up_guess(swing_up(5)));
    expect_right_derivatives(between_discs(4), between_discs_guess(between_discs(4)));
}

template <class Problem> void expect_same_optimum_as_ipopt(Problem problem, const VectorXd& guess)
{
    VectorXd ours = guess, theirs = guess;
    const ConstrainedReport report
        = minimise_interior_point(problem, ours, { .optimality_tolerance = 1e-8 });
    const ConstrainedReport reference = bench::minimise_ipopt(problem, theirs);
    ASSERT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    ASSERT_EQ(reference.solve.outcome, Outcome::converged) << reference.solve.note;
    EXPECT_LT((ours - theirs).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_NEAR(report.solve.final_cost, reference.solve.final_cost, 1e-5);
    EXPECT_LT(optimality_errors(problem, ours, report).largest(), 1e-6);
    EXPECT_LT(optimality_errors(problem, theirs, reference).largest(), 1e-6);
    EXPECT_LT(report.violation, 2e-6);
    EXPECT_GT((ours - guess).cwiseAbs().maxCoeff(), 0.1);
    ::testing::Test::RecordProperty("iterations", report.solve.iterations);
    ::testing::Test::RecordProperty("ipopt", reference.solve.iterations);
}

TEST(InteriorPoint, SwingsAPendulumUpAsIpoptDoes)
{
    expect_same_optimum_as_ipopt(swing_up(24), swing_up_guess(swing_up(24)));
}

TEST(InteriorPoint, MeetsEqualitiesToRounding)
{
    auto problem = swing_up(24);
    VectorXd x = swing_up_guess(problem), c;
    const ConstrainedReport report
        = minimise_interior_point(problem, x, { .optimality_tolerance = 1e-8 });
    ASSERT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    problem.values(x, c);
    double largest = 0;
    for (Eigen::Index r = 0; r < c.size(); ++r)
        if (problem.of_rows.lower[r] == problem.of_rows.upper[r])
            largest = std::max(largest, std::abs(c[r]));
    EXPECT_LT(largest, 1e-11);
}

TEST(InteriorPoint, FindsTheWayBetweenDiscsAsIpoptDoes)
{
    expect_same_optimum_as_ipopt(between_discs(16), between_discs_guess(between_discs(16)));
}

template <class Problem> void expect_optima_from_many_starts(Problem problem, const VectorXd& guess)
{
    int most = 0, all = 0;
    for (unsigned seed = 1; seed <= 10; ++seed) {
        VectorXd x = guess + test::Random(seed).vector(int(guess.size()), 0.3);
        const ConstrainedReport report = minimise_interior_point(problem, x);
        EXPECT_EQ(report.solve.outcome, Outcome::converged)
            << "start " << seed << ": " << report.solve.note;
        EXPECT_LT(optimality_errors(problem, x, report).largest(), 1e-5) << "start " << seed;
        most = std::max(most, report.solve.iterations);
        all += report.solve.iterations;
    }
    ::testing::Test::RecordProperty("most_iterations", most);
    ::testing::Test::RecordProperty("all_iterations", all);
}

TEST(InteriorPoint, SwingsUpFromTenStarts)
{
    expect_optima_from_many_starts(swing_up(24), swing_up_guess(swing_up(24)));
}

TEST(InteriorPoint, FindsAWayBetweenDiscsFromTenStarts)
{
    expect_optima_from_many_starts(between_discs(16), between_discs_guess(between_discs(16)));
}

TEST(InteriorPoint, SwingsUpWithoutAnExactHessian)
{
    auto problem = swing_up(12);
    problem.exact = false;
    VectorXd x = swing_up_guess(problem);
    const ConstrainedReport report = minimise_interior_point(problem, x);
    EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    EXPECT_LT(optimality_errors(problem, x, report).largest(), 1e-5);
    ::testing::Test::RecordProperty("iterations", report.solve.iterations);
}

TEST(InteriorPoint, EqualRunsOfASwingGiveEqualBits)
{
    VectorXd first;
    for (int run = 0; run < 2; ++run) {
        auto problem = swing_up(12);
        VectorXd x = swing_up_guess(problem);
        (void)minimise_interior_point(problem, x);
        if (run == 0)
            first = x;
        else
            EXPECT_EQ((x - first).cwiseAbs().maxCoeff(), 0);
    }
}

TEST(InteriorPoint, StoppedOnRequestItKeepsTheBestPointThatKeepsTheConstraints)
{
    auto problem = swing_up(12);
    VectorXd x = swing_up_guess(problem);
    const double kept = 1e-5;  // ten times the tolerance
    double least_cost = 1e300;
    int good = 0;
    const ConstrainedReport report = minimise_interior_point(problem, x,
        { .optimality_tolerance = 1e-12, .on_iteration = [&](const Iteration& iteration) {
             if (iteration.violation <= kept) {
                 least_cost = std::min(least_cost, iteration.cost);
                 ++good;
             }
             return good < 3;
         } });
    EXPECT_EQ(report.solve.outcome, Outcome::stopped);
    EXPECT_EQ(good, 3);
    EXPECT_LE(report.violation, kept);
    EXPECT_EQ(report.solve.final_cost, least_cost);
}

TEST(IpoptReference, TakesTheExactHessianOrDoesWithout)
{
    for (const bool exact : { true, false }) {
        auto problem = swing_up(8);
        VectorXd x = swing_up_guess(problem);
        const ConstrainedReport report = bench::minimise_ipopt(problem, x, { .exact_hessian = exact });
        EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
        EXPECT_LT(optimality_errors(problem, x, report).largest(), 1e-5);
        EXPECT_EQ(problem.hessians > 0, exact);
    }
}

TEST(IpoptReference, ReportsLimitsAndRequests)
{
    auto problem = swing_up(8);
    VectorXd x = swing_up_guess(problem);
    EXPECT_EQ(bench::minimise_ipopt(problem, x, { .max_iterations = 2 }).solve.outcome,
        Outcome::out_of_iterations);
    const ConstrainedReport stopped = bench::minimise_ipopt(
        problem, x, { .on_iteration = [](const Iteration& it) { return it.number < 3; } });
    EXPECT_EQ(stopped.solve.outcome, Outcome::stopped);
    EXPECT_EQ(stopped.solve.iterations, 3);
}

}  // namespace
}  // namespace gambol
