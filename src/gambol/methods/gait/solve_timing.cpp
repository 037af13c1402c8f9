// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/solve_timing.hpp"

#include "gambol/solve/interior_point.hpp"

namespace gambol::gait {

namespace {

// Before so many iterations costs fall too fast for a verdict: after 30 a horse's may still halve.
constexpr int kVerdictAfter = 40;
constexpr double kVerdictViolation = 1e-2;
// Starting with ten times as much takes the human twice as many iterations to the same cost, with a
// third the horse ends in costs 4 % higher.
constexpr double kFirstBarrier = 0.01;
// Steps with the convex Hessian come near a μ quickly and then creep up to it. With the usual 10 a
// human at 3 m/s takes 1.6 times the iterations to the same cost.
constexpr double kBarrierSolved = 30;
// A cycle with other frames is nearly an optimum already.
constexpr double kRefiningBarrier = 1e-3;

TimingSolution solve_from(
    GaitProblem& problem, Eigen::VectorXd x, double barrier, const TimingSolveOptions& options)
{
    TimingSolution solution;
    InteriorPointOptions settings;
    settings.max_iterations = options.max_iterations;
    settings.optimality_tolerance = options.optimality_tolerance;
    settings.violation_tolerance = options.violation_tolerance;
    settings.initial_barrier = barrier;
    settings.barrier_solved = kBarrierSolved;
    settings.convex_shift = 0.01;
    settings.on_iteration = [&](const Iteration& iteration) {
        solution.cut = iteration.number >= kVerdictAfter && iteration.violation < kVerdictViolation
            && GaitProblem::cost(iteration.cost) > options.hopeless_cost;
        return !solution.cut && (!options.wanted || options.wanted());
    };
    const ConstrainedReport report = minimise_interior_point(problem, x, settings);
    solution.report = report.solve;
    solution.cost = GaitProblem::cost(report.solve.final_cost);
    solution.violation = report.violation;
    solution.cycle = problem.cycle(x);
    solution.x = x;
    solution.multipliers = report.row_multipliers;
    solution.variable_multipliers = report.variable_multipliers;
    return solution;
}

}  // namespace

TimingSolution solve_timing(const Animal& animal, const Timing& timing, double speed,
    const Settings& settings, const TimingSolveOptions& options)
{
    GaitProblem problem(animal, timing, speed, settings);
    return solve_from(problem, problem.standing(), kFirstBarrier, options);
}

TimingSolution refine_cycle(const Animal& animal, const Cycle& cycle, const Settings& settings,
    const TimingSolveOptions& options)
{
    GaitProblem problem(animal, cycle.timing, cycle.speed, settings);
    return solve_from(problem, problem.variables_of(cycle), kRefiningBarrier, options);
}

}  // namespace gambol::gait
