// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/solve_plan.hpp"

namespace gambol::spacetime {

namespace {

constexpr Attempt kAttempts[] = {
    { { 0.09, 6 }, 0.25 },
    { { 0.1, 6 }, 0.25 },
    { { 0.11, 7 }, 0.25 },
    { { 0.08, 6 }, 0 },
};

}  // namespace

std::span<const Attempt> attempts()
{
    return kAttempts;
}

InteriorPointOptions solver_options()
{
    InteriorPointOptions options;
    options.largest_step = 1.5;  // rad: a body that turns further in one step is another movement
    options.optimality_tolerance = 1e-3;
    options.violation_tolerance = 1e-5;
    return options;
}

ConstrainedReport solve_plan(
    SpacetimeProblem& problem, Eigen::VectorXd& x, const OnIteration& on_iteration)
{
    InteriorPointOptions options = solver_options();
    options.on_iteration = on_iteration;
    return minimise_interior_point(problem, x, options);
}

}  // namespace gambol::spacetime
