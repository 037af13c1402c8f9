// SPDX-License-Identifier: MIT
#include "gambol/solve/levenberg_marquardt.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kMostDamping = 1e12;  // beyond this a step moves nothing
constexpr double kLeastDamping = 1e-9;  // below this rounding in H matters more

void read_diagonal(const BlockTridiagonal& H, VectorXd& diagonal)
{
    const int n = H.block_size();
    diagonal.resize(n * H.blocks());
    for (int k = 0; k < H.blocks(); ++k)
        diagonal.segment(n * k, n) = H.diagonal[k].diagonal();
}

}  // namespace

SolveReport minimise_levenberg_marquardt(
    BlockProblem& problem, VectorXd& x, const LevenbergMarquardtOptions& options)
{
    SolveReport report;
    VectorXd g, shift, step, trial;
    BlockTridiagonal H;
    BlockTridiagonalCholesky cholesky;
    double cost = problem.model(x, g, H);
    report.initial_cost = report.final_cost = cost;
    report.evaluations = 1;
    report.outcome = Outcome::out_of_iterations;
    report.note = "iteration limit";
    if (!std::isfinite(cost)) {
        report.outcome = Outcome::numerical_failure;
        report.note = "the cost of the starting point is not finite";
        return report;
    }

    double damping = options.initial_damping, growth = 2;
    int slow = 0;
    while (report.iterations < options.max_iterations) {
        ++report.iterations;
        read_diagonal(H, shift);
        shift = damping * shift.cwiseMax(options.scale_floor);
        bool accepted = false;
        if (cholesky.factorise(H, shift)) {
            cholesky.solve(-g, step);
            trial = x + step;
            const double trial_cost = problem.value(trial);
            ++report.evaluations;
            // Decrease the model promises: −g·dx − ½ dx·H dx with (H + shift) dx = −g
            const double promised = 0.5 * (step.dot(shift.cwiseProduct(step)) - g.dot(step));
            if (std::isfinite(trial_cost) && trial_cost < cost) {
                accepted = true;
                const double ratio = (cost - trial_cost) / std::max(promised, 1e-300);
                damping *= std::max(0.2, 1 - std::pow(2 * ratio - 1, 3));
                damping = std::max(damping, kLeastDamping);
                growth = 2;
                slow = (cost - trial_cost) < options.relative_decrease * std::abs(cost) ? slow + 1
                                                                                        : 0;
                x = trial;
                cost = problem.model(x, g, H);
                ++report.evaluations;
            }
        }
        if (!accepted) {
            damping *= growth;
            growth *= 2;
        }
        report.final_cost = cost;
        const double size = accepted ? step.cwiseAbs().maxCoeff() : 0;
        if (options.on_iteration && !options.on_iteration({ report.iterations, cost, size })) {
            report.outcome = Outcome::stopped;
            report.note = "stopped on request";
            return report;
        }
        if (slow >= options.patience) {
            report.outcome = Outcome::converged;
            report.note = "the cost no longer falls";
            return report;
        }
        if (damping > kMostDamping) {
            report.outcome = Outcome::converged;
            report.note = "no step lowers the cost";
            return report;
        }
    }
    return report;
}

}  // namespace gambol
