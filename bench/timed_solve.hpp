// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"
#include "gambol/solve/interior_point.hpp"

#include <Eigen/Core>

#include <ctime>

namespace gambol::bench {

/// What came of one solve of a problem with constraints.
struct TimedSolve {
    double seconds = 0;  // of one core
    double violation = 0, cost = 0;
    int iterations = 0;
    bool done = false, stopped = false;
};

[[nodiscard]] inline double cpu_now()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// `minimise(x, on_iteration)` for at most `limit` seconds of one core: what else the machine does
/// must not shorten a solve. Done is what converges to `violation`.
template <class Minimise>
[[nodiscard]] TimedSolve timed(Eigen::VectorXd& x, const Minimise& minimise, double limit,
    double violation, const RunControl& control)
{
    const double began = cpu_now();
    const ConstrainedReport report = minimise(x, [&](const Iteration&) {
        return cpu_now() - began < limit && !(control.cancel && control.cancel->load());
    });
    TimedSolve result;
    result.seconds = cpu_now() - began;
    result.violation = report.violation;
    result.cost = report.solve.final_cost;
    result.iterations = report.solve.iterations;
    result.stopped = report.solve.outcome == Outcome::stopped;
    result.done = report.solve.outcome == Outcome::converged && report.violation <= violation;
    return result;
}

}  // namespace gambol::bench
