// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/solve_plan.hpp"

namespace gambol::spacetime {

namespace {

// Of who keeps to his strength: what takes longer was never found.
constexpr int kStrongIterations = 400;

constexpr Attempt kAttempts[] = {
    { { 0.09, 6 }, 0.5, false, true, kStrongIterations },
    { { 0.08, 6 }, 0, false, true, kStrongIterations },
    { { 0.09, 6 }, 0.5 },
    { { 0.08, 6 }, 0 },
    { { 0.1, 6 }, 0.25, true },
    { { 0.11, 7 }, 0.25 },
    { { 0.085, 5 }, 0.12 },
};

// μ of the first barrier problem. With the greater one bodies first curl up in the middle of all
// joint ranges and unfold from there, which takes longer but leads away from a guess that is far
// off; monkey bars take 95 iterations with the lesser one and 470 with the other.
constexpr double kFarBarrier = 1, kNearBarrier = 0.1;
constexpr double kBarrierGoingOn = 0.01;

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

ConstrainedReport solve_plan(const ScenePlan& plan, const Attempt& attempt,
    SpacetimeProblem& problem, Eigen::VectorXd& x, const OnIteration& on_iteration)
{
    InteriorPointOptions options = solver_options();
    options.initial_barrier = plan.is_far != (attempt.other_barrier && !plan.character().planar)
        ? kFarBarrier
        : kNearBarrier;
    options.max_iterations = attempt.iterations;
    options.on_iteration = on_iteration;
    return minimise_interior_point(problem, x, options);
}

ConstrainedReport solve_on(
    SpacetimeProblem& problem, Eigen::VectorXd& x, const OnIteration& on_iteration)
{
    InteriorPointOptions options = solver_options();
    options.initial_barrier = kBarrierGoingOn;
    options.max_iterations = kStrongIterations;
    options.on_iteration = on_iteration;
    return minimise_interior_point(problem, x, options);
}

}  // namespace gambol::spacetime
