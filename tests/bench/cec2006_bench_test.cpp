// SPDX-License-Identifier: MIT
#include "cec2006_bench.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::bench {
namespace {

using Eigen::VectorXd;

TEST(Cec2006, BestKnownPointsKeepTheConstraintsExceptForThatOfG20)
{
    for (int number = 1; number <= 24; ++number) {
        const Cec2006 problem = cec2006(number);
        const double violation = problem.violation(problem.fitness(problem.best_known));
        if (number == 20)
            EXPECT_NEAR(violation, 0.1437, 1e-3);  // no point within the constraints is known
        else
            EXPECT_LE(violation, 1e-7) << "g" << number;
    }
}

TEST(Cec2006, G22HasAPointBelowThePublishedBestThatKeepsAllEqualitiesExactly)
{
    // Its equalities can be solved by hand from x10 = 300 and x11 = 400, the upper bounds.
    VectorXd x(22);
    const double log100 = 4.60517;  // as the problem has it
    const double x13 = 30 / std::log(200.0 / 170), x14 = 40 / std::log(270.0 / 230),
                 x15 = 60 / (std::log(160.0) - log100);
    const double x2 = 3e6 / (120 * x13), x3 = 4e6 / (80 * x14), x4 = 3.3e7 / (40 * x15);
    const double cost = std::pow(x2, 0.6) + std::pow(x3, 0.6) + std::pow(x4, 0.6);
    x << cost, x2, x3, x4, 3e6, 4e6, 3.3e7, 130, 170, 300, 400, 330, x13, x14, x15, 270, 160,
        std::log(200.0), std::log(170.0), std::log(270.0), std::log(230.0), std::log(160.0);
    const Cec2006 problem = cec2006(22);
    const VectorXd fitness = problem.fitness(x);
    EXPECT_LT(fitness.segment(1, problem.equalities).cwiseAbs().maxCoeff(), 1e-7);
    EXPECT_LE(problem.violation(fitness), 1e-12);
    EXPECT_NEAR(fitness[0], 236.37031, 1e-5);
    EXPECT_LT(fitness[0], problem.fitness(problem.best_known)[0] - 0.06);
    EXPECT_TRUE(((x - problem.lower).array() >= 0).all());
    EXPECT_TRUE(((problem.upper - x).array() >= 0).all());
}

TEST(Cec2006, ThePapersRatiosAreThoseOfWholeNumbers)
{
    int rows = 0;
    for (int number = 1; number <= 24; ++number) {
        const PaperRow row = paper_row(number);
        if (row.ratio == 0)
            continue;
        ++rows;
        EXPECT_NEAR(double(row.contestant) / double(row.evaluations()), row.ratio, 1e-6) << number;
    }
    EXPECT_EQ(rows, 22);
    EXPECT_EQ(paper_row(1).evaluations(), 237);
}

TEST(Cec2006, CountsEveryPointOnceAndKnowsWhenItIsSolved)
{
    const Cec2006 problem = cec2006(11);
    const VectorXd best
        = (problem.best_known - problem.lower).cwiseQuotient(problem.upper - problem.lower);
    Cec2006Problem local(problem, problem.fitness(problem.best_known)[0] + 1e-4);
    VectorXd c, g;
    BandJacobian J(local.shape(), local.row_groups());
    const VectorXd middle = VectorXd::Constant(2, 0.5);
    (void)local.values(middle, c);
    (void)local.linearise(middle, c, g, J);
    (void)local.linearise(middle, c, g, J);
    EXPECT_EQ(local.count().values, 1);
    EXPECT_EQ(local.count().gradients, 1);
    EXPECT_FALSE(local.solved());
    (void)local.values(best, c);
    ASSERT_TRUE(local.solved());
    EXPECT_EQ(local.solved()->values, 2);
}

TEST(Cec2006, SmallProblemsAreSolvedWithFewerEvaluationsThanThePapers)
{
    Cec2006Arguments arguments;
    arguments.budget = 3000;
    for (const int number : { 4, 5, 11, 18, 24 })
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Cec2006Run run = run_cec2006(cec2006(number), arguments, seed);
            EXPECT_TRUE(run.solved) << "g" << number << " seed " << seed;
            EXPECT_LT(run.count.values + run.count.gradients, paper_row(number).evaluations())
                << "g" << number << " seed " << seed;
        }
}

}  // namespace
}  // namespace gambol::bench
