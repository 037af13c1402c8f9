// SPDX-License-Identifier: MIT
#include "gambol/solve/levenberg_marquardt.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kMostDamping = 1e12;  // beyond this a step moves nothing
constexpr double kLeastDamping = 1e-9;  // below this rounding in H matters more
constexpr int kLooksAhead = 3;  // later ones change little
constexpr double kMayMiss = 0.05;  // × promised decrease: less is not worth another look

/// Step of the damped model, with those one-sided costs that count where it ends.
class DampedModel {
public:
    explicit DampedModel(BlockProblem& problem)
        : problem_(problem)
    {
    }

    double update(const VectorXd& x)
    {
        constant_ = 0;
        return problem_.model(x, g_, H_);
    }

    /// False when the damping is too small for the matrix to be positive definite.
    bool solve(double damping, double scale_floor)
    {
        shift_ = damping * H_.diagonal_entries().cwiseMax(scale_floor).cwiseSqrt();
        for (int look = 0;; ++look) {
            if (!cholesky_.factorise(H_, shift_))
                return false;
            cholesky_.solve(-g_, step_);
            // Decrease the model promises: −g·dx − ½ dx·H dx with (H + shift) dx = −g, less what
            // switched hinges added at dx = 0.
            promised_ = 0.5 * (step_.dot(shift_.cwiseProduct(step_)) - g_.dot(step_)) - constant_;
            if (look == kLooksAhead)
                return true;
            const HingeSwitches switches = problem_.switch_hinges(step_, g_, H_);
            constant_ += switches.constant;
            if (switches.missed <= kMayMiss * promised_)
                return true;
        }
    }

    [[nodiscard]] const VectorXd& step() const { return step_; }

    [[nodiscard]] double promised() const { return promised_; }

private:
    BlockProblem& problem_;
    VectorXd g_, shift_, step_;
    BlockTridiagonal H_;
    BlockTridiagonalCholesky cholesky_;
    double constant_ = 0, promised_ = 0;
};

}  // namespace

SolveReport minimise_levenberg_marquardt(
    BlockProblem& problem, VectorXd& x, const LevenbergMarquardtOptions& options)
{
    SolveReport report;
    VectorXd trial;
    DampedModel model(problem);
    double cost = model.update(x);
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
        bool accepted = false;
        if (model.solve(damping, options.scale_floor)) {
            trial = x + model.step();
            const double trial_cost = problem.value(trial);
            ++report.evaluations;
            if (std::isfinite(trial_cost) && trial_cost < cost) {
                accepted = true;
                const double ratio = (cost - trial_cost) / std::max(model.promised(), 1e-300);
                damping *= std::max(0.2, 1 - std::pow(2 * ratio - 1, 3));
                damping = std::max(damping, kLeastDamping);
                growth = 2;
                slow = (cost - trial_cost) < options.relative_decrease * std::abs(cost) ? slow + 1
                                                                                        : 0;
                x = trial;
                cost = model.update(x);
                ++report.evaluations;
            }
        }
        if (!accepted) {
            damping *= growth;
            growth *= 2;
        }
        report.final_cost = cost;
        const double size = accepted ? model.step().cwiseAbs().maxCoeff() : 0;
        if (options.on_iteration
            && !options.on_iteration({ report.iterations, cost, size, 0, &x })) {
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
