// SPDX-License-Identifier: MIT
#include "animals.hpp"

#include "gambol/methods/gait/form.hpp"
#include "support/constrained_derivatives.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol::gait {
namespace {

using Eigen::VectorXd;

Settings quick(bool symmetric)
{
    Settings settings;
    settings.symmetric = symmetric;
    settings.frames = symmetric ? 24 : 20;
    return settings;
}

TEST(Form, AnimalsInUnitsOfAnotherCompare)
{
    const Character body = character("biped");
    const Character large = scaled(body, 2, 8);
    const Animal own = make_animal(large, own_units(body));
    EXPECT_NEAR(own.body.tree.mass(), 8, 1e-9);
    EXPECT_NEAR(own.standing[2], 2 * make_animal(body).standing[2], 1e-9);
    // Area × arm of twice the size, in the same newton metres.
    EXPECT_NEAR(own.strength[kRootDofs], 8 * make_animal(body).strength[kRootDofs], 1e-9);
    EXPECT_NEAR(own.lever[kRootDofs], 2 * make_animal(body).lever[kRootDofs], 1e-9);
}

TEST(Form, DerivativesOfMuscleForcesAndHeadHeightMatchDifferences)
{
    for (const char* name : { "biped", "velociraptor" }) {
        const Animal own = animal(name);
        Settings settings;
        settings.frames = 8;
        settings.objective.muscles = true;
        settings.head_height = 0.9;
        GaitProblem problem(own, usual_timing(own, 0.5), 0.5, settings);
        test::Random random(3);
        VectorXd x = problem.standing();
        const VectorXd away = random.vector(int(x.size()), 0.1);
        const Bounds bounds = problem.variable_bounds();
        for (Eigen::Index i = 0; i < x.size(); ++i)
            if (bounds.lower[i] < bounds.upper[i])
                x[i] += away[i];
        const VectorXd y = random.vector(int(problem.row_bounds().lower.size()));
        const test::ConstrainedDerivativeErrors errors
            = test::constrained_derivative_errors(problem, x, y);
        EXPECT_LT(errors.values, 1e-13) << name;
        EXPECT_LT(errors.gradient, 1e-7) << name;
        EXPECT_LT(errors.jacobian, 1e-7) << name;
        EXPECT_GT(errors.largest_jacobian_entry, 1) << name;
    }
}

/// The slope from multipliers against differences of cycles that were solved again.
TEST(Form, SlopeIsThatOfSolvedCycles)
{
    for (const char* name : { "biped", "human" }) {
        const Character body = character(name);
        const Animal own = make_animal(body);
        const double speed = 1.2 / own.speed_unit();
        const std::vector<FormVariable> variables = form_variables(body, {});
        const FormProblem problem(body, variables, usual_timing(own, speed), speed, quick(true));
        const TimingSolveOptions exact {
            .max_iterations = 600, .optimality_tolerance = 1e-7, .violation_tolerance = 1e-8
        };
        const VectorXd ones = VectorXd::Zero(Eigen::Index(variables.size()));
        const TimingSolution at = problem.solve(ones, nullptr, exact);
        ASSERT_LT(at.violation, 1e-6) << name;
        const VectorXd slope = problem.gradient(ones, at);
        for (Eigen::Index i = 0; i < ones.size(); ++i) {
            double cost[2];
            for (const int side : { 0, 1 }) {
                VectorXd logs = ones;
                logs[i] += (side ? 1 : -1) * 2e-3;
                const TimingSolution there = problem.solve(logs, &at.cycle, exact);
                ASSERT_LT(there.violation, 1e-6) << name;
                cost[side] = there.cost;
            }
            const double differences = (cost[1] - cost[0]) / 4e-3;
            EXPECT_NEAR(slope[i], differences, 0.02 * slope.cwiseAbs().maxCoeff())
                << name << ' ' << variables[size_t(i)].segment
                << (variables[size_t(i)].is_length ? " length" : " radius");
        }
    }
}

TEST(Form, ProportionsOfABipedGetBetterWithinTheirBounds)
{
    const Character body = character("biped");
    const Animal own = make_animal(body);
    FormRequest request;
    request.max_solves = 12;
    int steps = 0;
    FormOptions options;
    options.on_step = [&](const FormProgress& progress) {
        EXPECT_LT(progress.cost, progress.cost_before);
        steps = progress.step;
        return true;
    };
    const FormResult result = optimise_form(
        body, usual_timing(own, 3 / own.speed_unit()), 3, quick(true), request, options);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(result.steps, steps);
    EXPECT_GT(steps, 0);
    EXPECT_LT(result.cost, 0.9 * result.cost_before);
    for (const auto& [name, one] : result.proportions)
        for (const double factor : { one.length, one.radius }) {
            EXPECT_GE(factor, 0.65 - 1e-9) << name;
            EXPECT_LE(factor, 1.35 + 1e-9) << name;
        }
    EXPECT_TRUE(make_animal(result.body).has_mirror);
}

TEST(Form, StopsWithWhatItHas)
{
    const Character body = character("biped");
    const Animal own = make_animal(body);
    FormOptions options;
    options.on_step = [](const FormProgress& progress) { return progress.step < 1; };
    const FormResult result
        = optimise_form(body, usual_timing(own, 2 / own.speed_unit()), 2, quick(true), {}, options);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.steps, 1);
    EXPECT_LT(result.cost, result.cost_before);
}

}  // namespace
}  // namespace gambol::gait
