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
    bool springs = false;
    double curve = 0;
    bool weak = false;  // so that most joints lack strength
};

std::ostream& operator<<(std::ostream& out, const Case& c)
{
    return out << c.body << (c.symmetric ? " symmetric" : "") << (c.springs ? " springs" : "")
               << (c.curve != 0 ? " curve" : "") << (c.weak ? " weak" : "");
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
    Settings settings;
    settings.curve = c.curve;
    Animal body
        = make_animal(character(c.body), own_units(character(c.body)), settings.treadmill(0.5));
    if (c.weak) {
        body.torque_lower.setConstant(-0.01);
        body.torque_upper.setConstant(0.02);
    }
    settings.frames = c.frames;
    settings.symmetric = c.symmetric;
    settings.springs = c.springs;
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
        Case { "biped", true, 12 }, Case { "quadruped", true, 12 },
        Case { "biped", false, 8, true }, Case { "quadruped", true, 12, true },
        Case { "biped", false, 8, false, 0.4 }, Case { "quadruped", false, 8, false, -0.3 },
        Case { "biped", true, 12, false, 0, true }, Case { "biped", false, 8, true, 0, true }));

/// A cycle that moves: near standing, and not a gait.
Cycle moving_cycle(const Animal& body, const Timing& timing, const Settings& settings)
{
    GaitProblem problem(body, timing, 0.5, settings);
    return problem.cycle(near_standing(problem, 5));
}

double cost_of(const Animal& body, const Cycle& cycle, Settings settings, VectorXd& rows)
{
    settings.frames = cycle.frames();
    GaitProblem problem(body, cycle.timing, cycle.speed, settings);
    return problem.values(problem.variables_of(cycle), rows);
}

TEST(GaitProblem, AMirroredHalfCycleCostsWhatTheWholeOneDoes)
{
    const Animal body = animal("quadruped");
    Settings half, whole;
    half.frames = whole.frames = 16;
    half.symmetric = true;
    const Cycle cycle = moving_cycle(body, usual_timing(body, 0.5), half);
    VectorXd rows_of_half, rows_of_whole;
    const double cost = cost_of(body, cycle, half, rows_of_half);
    EXPECT_NEAR(cost_of(body, cycle, whole, rows_of_whole), cost, 1e-9 * cost);
    ASSERT_EQ(rows_of_whole.size(), 2 * rows_of_half.size());
    EXPECT_NEAR(rows_of_whole.head(rows_of_half.size()).norm(), rows_of_half.norm(), 1e-8);
    EXPECT_NEAR(rows_of_whole.tail(rows_of_half.size()).norm(), rows_of_half.norm(), 1e-8);
}

TEST(GaitProblem, WhereInTheCycleItBeginsDoesNotMatter)
{
    const Animal body = animal("biped");
    Settings settings;
    settings.frames = 12;
    const Cycle cycle = moving_cycle(body, usual_timing(body, 0.5), settings);
    Cycle later = cycle;
    const int shift = 5;
    for (int i = 0; i < cycle.frames(); ++i) {
        later.control.col((i + shift) % cycle.frames()) = cycle.control.col(i);
        later.feet.col((i + shift) % cycle.frames()) = cycle.feet.col(i);
    }
    for (FootTiming& foot : later.timing.feet)
        foot.start += double(shift) / cycle.frames();
    VectorXd rows, rows_later;
    const double cost = cost_of(body, cycle, settings, rows);
    EXPECT_NEAR(cost_of(body, later, settings, rows_later), cost, 1e-9 * cost);
    EXPECT_NEAR(rows_later.norm(), rows.norm(), 1e-9 * rows.norm());
}

TEST(GaitProblem, FramesInBetweenLieOnTheSameCurve)
{
    const Animal body = animal("biped");
    Settings settings;
    settings.frames = 12;
    const Cycle cycle = moving_cycle(body, usual_timing(body, 0.5), settings);
    GaitProblem finer(body, cycle.timing, cycle.speed, [] {
        Settings fine;
        fine.frames = 24;
        return fine;
    }());
    const Cycle fine = finer.cycle(finer.variables_of(cycle));
    // At the frames exactly, between them up to what limits of joints cut off.
    for (int i = 0; i < 12; ++i)
        EXPECT_LT((fine.at(2 * i).q - cycle.at(i).q).norm(), 0.05) << i;
    const double h = 1e-4;
    const Cycle::State a = cycle.at(3.3 - h), b = cycle.at(3.3), c = cycle.at(3.3 + h);
    const double dt = h * cycle.step();
    EXPECT_LT(((c.q - a.q) / (2 * dt) - b.qdot).norm(), 1e-6);
    EXPECT_LT(((c.q - 2 * b.q + a.q) / (dt * dt) - b.qddot).norm(), 1e-3);
}

TEST(GaitProblem, AnAnimalThatStandsOnAllFeetOnlyHasToBalance)
{
    // Speed 0, all feet down all the time: standing keeps every row but those of balance.
    const Animal body = animal("biped");
    Timing timing;
    timing.period = 2;
    timing.feet = { { 0, 1 }, { 0, 1 } };
    Settings settings;
    settings.frames = 8;
    GaitProblem problem(body, timing, 0, settings);
    const VectorXd x = problem.standing();
    VectorXd c;
    (void)problem.values(x, c);
    const Bounds bounds = problem.row_bounds();
    const std::vector<RowGroup> groups = problem.row_groups();
    EXPECT_NEAR(c[2], 0, 1e-12);  // weight is borne
    for (int r = kRootDofs; r < groups[0].rows + groups[1].rows; ++r) {
        EXPECT_GE(c[r], bounds.lower[r] - 1e-9) << r;
        EXPECT_LE(c[r], bounds.upper[r] + 1e-9) << r;
    }
}

TEST(GaitProblem, InACurveStandingIsAsFarFromItsCentreAsIsAsked)
{
    // The last row; laying it once wrote beyond the end of what it had to write to.
    const Animal body = animal("biped");
    Settings settings;
    settings.frames = 8;
    settings.curve = 0.2;
    GaitProblem problem(body, usual_timing(body, 0.7), 0.7, settings);
    VectorXd x = problem.standing(), c;
    (void)problem.values(x, c);
    EXPECT_NEAR(c[c.size() - 1], 0, 1e-12);
    const Cycle there = problem.cycle(x);
    Cycle aside = there;
    aside.anchors.row(1).array() += 0.1;
    (void)problem.values(problem.variables_of(aside), c);
    EXPECT_GT(c[c.size() - 1], 0.5);
}

}  // namespace
}  // namespace gambol::gait
