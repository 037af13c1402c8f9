// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/rounds.hpp"

#include "gambol/solve/levenberg_marquardt.hpp"

namespace gambol::refine {

namespace {

constexpr double kNearlyDone = 1.05;  // of the limits of torque
constexpr double kAngleKept = 0.03;  // rad beyond a limit

}  // namespace

RoundsReport solve_in_rounds(RefineProblem& problem, Eigen::VectorXd& x, const RoundLimits& limits,
    const OnIteration& on_iteration, const std::function<bool()>& go_on)
{
    RoundsReport report;
    LevenbergMarquardtOptions options;
    options.max_iterations = limits.iterations;
    options.relative_decrease = limits.decrease;
    options.patience = 3;
    options.on_iteration = on_iteration;
    for (int round = 0; round < limits.rounds && go_on(); ++round) {
        const SolveReport solved = minimise_levenberg_marquardt(problem, x, options);
        report.evaluations += solved.evaluations;
        report.note = solved.note;
        report.last_cost = solved.final_cost;
        if (round == 0)
            report.first_cost = solved.initial_cost;
        report.strain = problem.raise(x);
        const RefineProblem::Strain& strain = report.strain;
        if (limits.all)
            continue;
        if ((strain.torque <= 1 && !strain.clash && strain.angle <= kAngleKept)
            || (round + 1 >= limits.soon && strain.torque > kNearlyDone))
            break;
    }
    return report;
}

}  // namespace gambol::refine
