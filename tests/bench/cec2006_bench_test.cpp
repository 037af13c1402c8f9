// SPDX-License-Identifier: MIT
#include "cec2006_bench.hpp"
#include "cec2006_split.hpp"

#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

/// g20 as it is written down [Liang 2006].
struct G20 {
    std::array<double, 12> b { 44.094, 58.12, 58.12, 137.4, 120.9, 170.9, 62.501, 84.94, 133.425,
        82.507, 46.07, 60.097 };
    std::array<double, 12> c { 123.7, 31.7, 45.7, 14.7, 84.7, 27.7, 49.7, 7.1, 2.1, 17.7, 0.85,
        0.64 };
    std::array<double, 12> d { 31.244, 36.12, 34.784, 92.7, 82.7, 91.6, 56.708, 82.7, 80.8, 64.517,
        49.4, 49.1 };
    std::array<double, 6> e { 0.1, 0.3, 0.4, 0.3, 0.6, 0.3 };
    double k = 0.7302 * 530 * 14.7 / 40;

    /// All h, then all g.
    [[nodiscard]] VectorXd rows(const VectorXd& x) const
    {
        double first = 0, second = 0, weighted = 0;
        for (int i = 0; i < 12; ++i) {
            first += x[i] / b[size_t(i)];
            second += x[i + 12] / b[size_t(i)];
            weighted += x[i] / d[size_t(i)];
        }
        VectorXd rows(20);
        for (int i = 0; i < 12; ++i)
            rows[i] = x[i + 12] / b[size_t(i)] / second
                - c[size_t(i)] * x[i] / b[size_t(i)] / (40 * first);
        rows[12] = x.sum() - 1;
        rows[13] = weighted + k * second - 1.671;
        for (int i = 0; i < 6; ++i) {
            const int j = i < 3 ? i : i + 3;
            rows[14 + i] = (x[j] + x[j + 12]) / (x.sum() + e[size_t(i)]);
        }
        return rows;
    }
};

TEST(Cec2006, G20HasNoPointWithinItsConstraints)
{
    const G20 g;
    const Cec2006 problem = cec2006(20);
    Random random(1, 20);
    for (int trial = 0; trial < 5; ++trial) {
        VectorXd x(24);
        for (double& number : x)
            number = random.uniform();
        const VectorXd difference = g.rows(x) - problem.fitness(x).tail(20);
        ASSERT_LT(difference.cwiseAbs().maxCoeff(), 1e-12);
    }
    ASSERT_EQ(problem.lower.minCoeff(), 0);
    // Sums of x ≥ 0 that must not be positive: those twelve are 0. Of the others, t = shares of
    // x_{i+12} / b_i and s = shares of x_i / b_i, each of sum 1, are tied by t = c s / 40, to 1e-4.
    // So Σ 40 t / c ≤ 1 + slack, and the least Σ b t of such t is at one or between two of them.
    const std::array<size_t, 6> left { 3, 4, 5, 9, 10, 11 };
    double slack = 0;
    for (const size_t i : left)
        slack += Cec2006::kEqualityTolerance * 40 / g.c[i];
    double least = std::numeric_limits<double>::infinity();
    for (const size_t i : left)
        for (const size_t j : left) {
            const double at_i = 40 / g.c[i], at_j = 40 / g.c[j];
            if (at_i > 1 + slack)
                continue;
            const double share_j = at_j <= 1 + slack ? 1 : (1 + slack - at_i) / (at_j - at_i);
            least = std::min(least, (1 - share_j) * g.b[i] + share_j * g.b[j]);
        }
    // With Σ x = 1 that bounds Σ x_i / d_i + k Σ x_{i+12} / b_i, which ought to be 1.671.
    const double most = (1 + Cec2006::kEqualityTolerance)
        * std::max(g.k / least, 1 / *std::min_element(g.d.begin(), g.d.end()));
    EXPECT_NEAR(least, 109.2, 0.2);
    EXPECT_NEAR(most, 1.303, 2e-3);
    EXPECT_LT(most, 1.671 - 0.3);
}

TEST(Cec2006, G17sCostJumpsAndTheBestPointLiesJustBefore)
{
    const Cec2006 problem = cec2006(17);
    VectorXd x = problem.best_known;
    const double before = problem.fitness(x)[0];
    EXPECT_LT(x[1], 100);
    EXPECT_NEAR(x[1], 100, 1e-9);
    x[1] = 100;
    EXPECT_NEAR(problem.fitness(x)[0] - before, 100, 1e-3);
    // Halving finds it from anywhere below, along x2 alone.
    Cec2006Problem local(problem, -1e9);
    const auto unit = [&](const VectorXd& point) -> VectorXd {
        return (point - problem.lower).cwiseQuotient(problem.upper - problem.lower);
    };
    x[1] = 60;
    VectorXd far = x;
    far[1] = 196;
    const auto part = smooth_part(local, unit(x), unit(far));
    ASSERT_TRUE(part);
    EXPECT_LT(part->upper[1], 0.1);
    EXPECT_NEAR(part->upper[1], 0.1, 1e-12);
    EXPECT_EQ((part->upper.array() < 1).count(), 1);
    EXPECT_EQ(part->lower, VectorXd::Zero(6));
    // Where it is smooth there is nothing to find.
    far[1] = 90;
    EXPECT_FALSE(smooth_part(local, unit(x), unit(far)));
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

TEST(Cec2006, G17IsSolvedThoughItsCostJumps)
{
    Cec2006Arguments arguments;
    arguments.budget = 50'000;
    const Cec2006Run run = run_cec2006(cec2006(17), arguments, 1);
    EXPECT_TRUE(run.solved);
    EXPECT_NEAR(run.best_point[1], 100, 1e-4);
    EXPECT_LT(run.best_point[1], 100);
}

}  // namespace
}  // namespace gambol::bench
