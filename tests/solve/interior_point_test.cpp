// SPDX-License-Identifier: MIT
#include "gambol/solve/interior_point.hpp"

#include "support/constrained_derivatives.hpp"
#include "support/finite_difference.hpp"
#include "support/one_window.hpp"
#include "support/optimality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gambol {
namespace {

using Eigen::VectorXd;
using test::one_window;
using test::optimality_errors;

VectorXd numbers(std::initializer_list<double> list)
{
    return VectorXd::Map(list.begin(), Eigen::Index(list.size()));
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Problem 71 of Hock and Schittkowski: an equality, an inequality and bounds, none of them slack.
auto hock_schittkowski_71()
{
    auto problem = one_window<4, 1>(2, [](const auto* x, auto* c) {
        c[0] = x[0] * x[1] * x[2] * x[3];
        c[1] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
        return x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2];
    });
    problem.of_rows = { numbers({ 25, 40 }), numbers({ kInfinity, 40 }) };
    problem.variables = { VectorXd::Constant(4, 1), VectorXd::Constant(4, 5) };
    return problem;
}

TEST(ConstrainedDerivatives, AreRightInAProblemWrittenAsAFormula)
{
    auto problem = hock_schittkowski_71();
    const auto errors = test::constrained_derivative_errors(
        problem, numbers({ 1.3, 2.1, 3.7, 1.9 }), numbers({ 0.4, -1.1 }));
    EXPECT_EQ(errors.values, 0);
    EXPECT_LT(errors.gradient, 1e-8);
    EXPECT_LT(errors.jacobian, 1e-8);
    EXPECT_LT(errors.lagrangian_hessian, 1e-8);
    EXPECT_LT(errors.objective_hessian_negative, 1e-10);
    EXPECT_GT(errors.objective_hessian, 0.1);  // the objective is not convex, its model is
    EXPECT_GT(errors.largest_jacobian_entry, 1);
}

/// Says what `fault` makes of the truth.
class Wrong final : public ConstrainedProblem {
public:
    enum Fault { in_values, in_gradient, in_jacobian, in_hessian, in_multipliers, not_convex };
    explicit Wrong(Fault fault)
        : fault_(fault)
    {
    }
    BandShape shape() const override { return right_.shape(); }
    std::vector<RowGroup> row_groups() const override { return right_.row_groups(); }
    Bounds variable_bounds() const override { return right_.variable_bounds(); }
    Bounds row_bounds() const override { return right_.row_bounds(); }
    double values(const VectorXd& x, VectorXd& c) override
    {
        return right_.values(x, c) + (fault_ == in_values ? 1e-3 : 0);
    }
    double linearise(const VectorXd& x, VectorXd& c, VectorXd& g, BandJacobian& J) override
    {
        const double f = right_.linearise(x, c, g, J);
        if (fault_ == in_gradient)
            g[3] *= 1.001;
        if (fault_ == in_jacobian)
            J.group(0)(1, 2) *= 1.001;
        return f;
    }
    void add_objective_hessian(const VectorXd& x, BorderedBand& H) override
    {
        right_.add_objective_hessian(x, H);
        if (fault_ == not_convex)
            H.add_diagonal(-100);
    }
    bool has_lagrangian_hessian() const override { return true; }
    void add_lagrangian_hessian(
        const VectorXd& x, double weight, const VectorXd& y, BorderedBand& H) override
    {
        right_.add_lagrangian_hessian(x, weight, fault_ == in_multipliers ? -y : y, H);
        if (fault_ == in_hessian)
            H.at(2, 1) *= 1.001;
    }

private:
    Fault fault_;
    decltype(hock_schittkowski_71()) right_ = hock_schittkowski_71();
};

TEST(ConstrainedDerivatives, EveryKindOfErrorShows)
{
    const auto errors = [](Wrong::Fault fault) {
        Wrong problem(fault);
        return test::constrained_derivative_errors(
            problem, numbers({ 1.3, 2.1, 3.7, 1.9 }), numbers({ 0.4, -1.1 }));
    };
    EXPECT_GT(errors(Wrong::in_values).values, 1e-6);
    EXPECT_GT(errors(Wrong::in_gradient).gradient, 1e-6);
    EXPECT_GT(errors(Wrong::in_jacobian).jacobian, 1e-6);
    EXPECT_GT(errors(Wrong::in_hessian).lagrangian_hessian, 1e-6);
    EXPECT_GT(errors(Wrong::in_multipliers).lagrangian_hessian, 1e-2);
    EXPECT_GT(errors(Wrong::not_convex).objective_hessian_negative, 1);
}

template <class Problem>
void expect_optimum(Problem& problem, VectorXd x, const VectorXd& expected, int most_iterations)
{
    const ConstrainedReport report = minimise_interior_point(problem, x);
    EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-5) << x.transpose();
    EXPECT_LT(optimality_errors(problem, x, report).largest(), 2e-6);
    EXPECT_LE(report.solve.iterations, most_iterations);
    VectorXd c;
    EXPECT_EQ(report.solve.final_cost, problem.values(x, c));
    ::testing::Test::RecordProperty("iterations", report.solve.iterations);
}

TEST(InteriorPoint, FindsTheOptimumUnderEqualityInequalityAndBounds)
{
    auto problem = hock_schittkowski_71();
    expect_optimum(problem, numbers({ 1, 5, 5, 1 }),
        numbers({ 1, 4.742999637, 3.821149984, 1.379408291 }), 40);
}

TEST(InteriorPoint, DoesWithoutAnExactHessian)
{
    auto problem = hock_schittkowski_71();
    problem.exact = false;
    VectorXd x = numbers({ 1, 5, 5, 1 });
    const ConstrainedReport report = minimise_interior_point(problem, x);
    EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    EXPECT_NEAR(report.solve.final_cost, 17.0140173, 1e-5);
    EXPECT_EQ(problem.hessians, 0);
}

auto rosen_suzuki()
{
    auto problem = one_window<4>(3, [](const auto* x, auto* c) {
        const auto a = x[0] * x[0], b = x[1] * x[1], d = x[2] * x[2], e = x[3] * x[3];
        c[0] = a + b + d + e + x[0] - x[1] + x[2] - x[3];
        c[1] = a + 2.0 * b + d + 2.0 * e - x[0] - x[3];
        c[2] = 2.0 * a + b + d + 2.0 * x[0] - x[1] - x[3];
        return a + b + 2.0 * d + e - 5.0 * x[0] - 5.0 * x[1] - 21.0 * x[2] + 7.0 * x[3];
    });
    problem.of_rows = { VectorXd::Constant(3, -kInfinity), numbers({ 8, 10, 5 }) };
    return problem;
}

TEST(InteriorPoint, FindsTheOptimumUnderThreeInequalities)
{
    auto problem = rosen_suzuki();
    expect_optimum(problem, VectorXd::Zero(4), numbers({ 0, 1, 2, -1 }), 40);
}

TEST(InteriorPoint, NoStepIsLongerThanAllowed)
{
    for (const double allowed : { kInfinity, 0.3 }) {
        auto problem = rosen_suzuki();
        VectorXd x = VectorXd::Zero(4);
        double longest = 0;
        const ConstrainedReport report = minimise_interior_point(
            problem, x, { .largest_step = allowed, .on_iteration = [&](const Iteration& iteration) {
                             longest = std::max(longest, iteration.step);
                             return true;
                         } });
        EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
        EXPECT_LE(longest, std::min(allowed, 1e3) + 1e-12);
        EXPECT_EQ(longest > 0.31, allowed > 1);
    }
}

TEST(InteriorPoint, FollowsACurvedEquality)
{
    auto problem = one_window<2>(1, [](const auto* x, auto* c) {
        c[0] = 10.0 * (x[1] - x[0] * x[0]);
        return (1.0 - x[0]) * (1.0 - x[0]);
    });
    expect_optimum(problem, numbers({ -1.2, 1 }), numbers({ 1, 1 }), 60);
}

TEST(InteriorPoint, FollowsACurvedValleyWithoutConstraints)
{
    auto problem = one_window<2>(0, [](const auto* x, auto*) {
        const auto r = x[1] - x[0] * x[0];
        return 100.0 * r * r + (1.0 - x[0]) * (1.0 - x[0]);
    });
    expect_optimum(problem, numbers({ -1.2, 1 }), numbers({ 1, 1 }), 80);
}

TEST(InteriorPoint, IsNotTrappedWhereStepsAreCutAtBounds)
{
    // Wächter and Biegler's example, on which methods stop that must keep to the linearised
    // constraints at every step.
    auto problem = one_window<3>(2, [](const auto* x, auto* c) {
        c[0] = x[0] * x[0] - x[1] - 1.0;
        c[1] = x[0] - x[2] - 0.5;
        return x[0];
    });
    problem.variables.lower = numbers({ -kInfinity, 0, 0 });
    expect_optimum(problem, numbers({ -2, 3, 1 }), numbers({ 1, 0, 0.5 }), 100);
}

TEST(InteriorPoint, EqualitiesMayRepeatEachOther)
{
    // Nearest point of a plane that is given three times, and of a sphere that is given twice.
    auto plane = one_window<3>(3, [](const auto* x, auto* c) {
        c[0] = x[0] + x[1] + x[2] - 1.0;
        c[1] = c[0];
        c[2] = 2.0 * c[0];
        return (x[0] - 2.0) * (x[0] - 2.0) + x[1] * x[1] + (x[2] + 1.0) * (x[2] + 1.0);
    });
    expect_optimum(plane, numbers({ 5, -3, 2 }), numbers({ 2, 0, -1 }), 40);
    plane.variables.lower.setZero(3);
    expect_optimum(plane, numbers({ 5, -3, 2 }), numbers({ 1, 0, 0 }), 40);

    auto sphere = one_window<2>(2, [](const auto* x, auto* c) {
        c[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
        c[1] = c[0] * (2.0 + x[0]);
        return (x[0] - 3.0) * (x[0] - 3.0) + (x[1] - 4.0) * (x[1] - 4.0);
    });
    expect_optimum(sphere, numbers({ 2, 0.1 }), numbers({ 0.6, 0.8 }), 200);
}

TEST(InteriorPoint, RowsThatNothingChangesDoNoHarm)
{
    // One between its bounds, one on its bound for good, one without bounds.
    auto problem = one_window<2>(4, [](const auto* x, auto* c) {
        using std::exp;
        c[0] = 0.0 * x[0] + 0.5;
        c[1] = 0.0 * x[0];
        c[2] = exp(x[0]);
        c[3] = x[0] + x[1];
        return x[0] * x[0] + 2.0 * x[1] * x[1];
    });
    problem.of_rows
        = { numbers({ 0, 0, -kInfinity, 3 }), numbers({ 1, kInfinity, kInfinity, kInfinity }) };
    expect_optimum(problem, numbers({ -1, 4 }), numbers({ 2, 1 }), 60);
}

TEST(InteriorPoint, FixedVariablesStayWhereTheyAreFixed)
{
    auto problem = hock_schittkowski_71();
    problem.variables.lower[2] = problem.variables.upper[2] = 3.5;
    VectorXd x = numbers({ 1, 5, 5, 1 });
    const ConstrainedReport report = minimise_interior_point(problem, x);
    EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    EXPECT_EQ(x[2], 3.5);
    EXPECT_LT(optimality_errors(problem, x, report).largest(), 2e-6);
    EXPECT_GT(std::abs(report.variable_multipliers[2]), 1e-3);
}

TEST(InteriorPoint, SaysSoWhenConstraintsContradictEachOther)
{
    auto apart = one_window<2>(2, [](const auto* x, auto* c) {
        c[0] = x[0] * x[0] + x[1] * x[1];
        c[1] = x[0];
        return x[1];
    });
    apart.of_rows = { numbers({ -kInfinity, 3 }), numbers({ 1, kInfinity }) };
    VectorXd x = numbers({ 0.5, 0.5 });
    ConstrainedReport report = minimise_interior_point(apart, x);
    EXPECT_EQ(report.solve.outcome, Outcome::infeasible) << report.solve.note;
    EXPECT_GT(report.violation, 0.5);
    EXPECT_LT(report.solve.iterations, 300);

    auto twice = one_window<2>(2, [](const auto* x, auto* c) {
        c[0] = x[0] + x[1] - 1.0;
        c[1] = x[0] + x[1] - 2.0;
        return x[0] * x[0] + x[1] * x[1];
    });
    x = numbers({ 5, 1 });
    report = minimise_interior_point(twice, x);
    EXPECT_EQ(report.solve.outcome, Outcome::infeasible) << report.solve.note;
    EXPECT_NEAR(report.violation, 0.5, 0.1);
    EXPECT_LT(report.solve.iterations, 300);

    auto bounded = one_window<2>(1, [](const auto* x, auto* c) {
        c[0] = x[0] + x[1];
        return x[0] - x[1];
    });
    bounded.of_rows = { VectorXd::Constant(1, 3), VectorXd::Constant(1, 3) };
    bounded.variables.upper = numbers({ 1, 1 });
    x = numbers({ 0, 0 });
    report = minimise_interior_point(bounded, x);
    EXPECT_EQ(report.solve.outcome, Outcome::infeasible) << report.solve.note;
    EXPECT_NEAR(report.violation, 1, 0.1);
    EXPECT_LT(report.solve.iterations, 300);
}

TEST(InteriorPoint, StepsBackFromWhereTheCostIsNotANumber)
{
    auto problem = one_window<1>(0, [](const auto* x, auto*) {
        using std::log;
        return x[0] - log(x[0]);
    });
    problem.exact = false;
    expect_optimum(problem, VectorXd::Constant(1, 30), VectorXd::Constant(1, 1), 200);
}

TEST(InteriorPoint, StartThatIsNotANumberIsAFailure)
{
    auto problem = hock_schittkowski_71();
    VectorXd x = numbers({ 1, 2, std::numeric_limits<double>::quiet_NaN(), 4 });
    const ConstrainedReport report = minimise_interior_point(problem, x);
    EXPECT_EQ(report.solve.outcome, Outcome::numerical_failure);
    EXPECT_FALSE(report.solve.note.empty());
}

TEST(InteriorPoint, EndsAtTheIterationLimitOrOnRequestWithTheBestItHas)
{
    auto problem = hock_schittkowski_71();
    VectorXd x = numbers({ 1, 5, 5, 1 });
    ConstrainedReport report = minimise_interior_point(problem, x, { .max_iterations = 3 });
    EXPECT_EQ(report.solve.outcome, Outcome::out_of_iterations);
    EXPECT_EQ(report.solve.iterations, 3);

    double least = kInfinity;
    int calls = 0;
    x = numbers({ 1, 5, 5, 1 });
    report = minimise_interior_point(problem, x, { .on_iteration = [&](const Iteration& iteration) {
        EXPECT_EQ(iteration.number, ++calls);
        least = std::min(least, iteration.violation);
        return calls < 5;
    } });
    EXPECT_EQ(report.solve.outcome, Outcome::stopped);
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(report.solve.iterations, 5);
    EXPECT_GT(least, 1e-5);  // nothing keeps the constraints yet: then the nearest to it counts
    VectorXd c;
    problem.values(x, c);
    EXPECT_NEAR(problem.of_rows.violation(c), least, 1e-12);
    EXPECT_NEAR(report.violation, least, 1e-12);
}

TEST(InteriorPoint, EqualRunsGiveEqualBits)
{
    VectorXd first;
    for (int run = 0; run < 2; ++run) {
        auto problem = hock_schittkowski_71();
        VectorXd x = numbers({ 1, 5, 5, 1 });
        const ConstrainedReport report = minimise_interior_point(problem, x);
        if (run == 0)
            first = x;
        else
            EXPECT_EQ((x - first).cwiseAbs().maxCoeff(), 0);
        EXPECT_EQ(report.solve.outcome, Outcome::converged);
    }
}

}  // namespace
}  // namespace gambol
