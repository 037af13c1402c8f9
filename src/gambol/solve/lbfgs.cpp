// SPDX-License-Identifier: MIT
#include "gambol/solve/lbfgs.hpp"

#include <LBFGS.h>

#include <cmath>
#include <exception>

namespace gambol {

namespace {

using Eigen::VectorXd;

struct StopRequested { };

/// Counts evaluations and remembers the best point: LBFGSpp reports neither, and it throws when its
/// line search fails, with x somewhere along the search.
struct Watched {
    const CostWithGradient& cost;
    const LbfgsOptions& options;
    SolveReport& report;
    VectorXd best_x;

    double operator()(const VectorXd& x, VectorXd& g)
    {
        const double value = cost(x, g);
        ++report.evaluations;
        if (report.evaluations == 1)
            report.initial_cost = report.final_cost = value;
        if (std::isfinite(value) && (best_x.size() == 0 || value < report.final_cost)) {
            const double step = best_x.size() ? (x - best_x).cwiseAbs().maxCoeff() : 0;
            best_x = x;
            report.final_cost = value;
            ++report.iterations;
            if (options.on_iteration
                && !options.on_iteration({ report.iterations, value, step, 0, &x }))
                throw StopRequested {};
        }
        return value;
    }
};

}  // namespace

SolveReport minimise_lbfgs(const CostWithGradient& cost, VectorXd& x, const LbfgsOptions& options)
{
    SolveReport report;
    LBFGSpp::LBFGSParam<double> parameters;
    parameters.m = options.memory;
    parameters.max_iterations = options.max_iterations;
    parameters.epsilon = parameters.epsilon_rel = 1e-6;
    parameters.past = options.past;
    parameters.delta = options.relative_decrease;
    parameters.max_linesearch = 60;
    LBFGSpp::LBFGSSolver<double> solver(parameters);
    Watched watched { cost, options, report, {} };
    const VectorXd start = x;
    double value = 0;
    try {
        const int iterations = solver.minimize(watched, x, value);
        report.iterations = iterations;
        const bool ended = iterations >= options.max_iterations;
        report.outcome = ended ? Outcome::out_of_iterations : Outcome::converged;
        report.note = ended ? "iteration limit" : "the cost no longer falls";
    } catch (const StopRequested&) {
        report.outcome = Outcome::stopped;
        report.note = "stopped on request";
    } catch (const std::exception& problem) {
        report.outcome = watched.best_x.size() ? Outcome::converged : Outcome::numerical_failure;
        report.note = std::string("line search ended: ") + problem.what();
    }
    x = watched.best_x.size() ? watched.best_x : start;
    return report;
}

}  // namespace gambol
