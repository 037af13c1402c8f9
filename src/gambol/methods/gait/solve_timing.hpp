// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/gait_problem.hpp"
#include "gambol/solve/report.hpp"

#include <functional>
#include <limits>

namespace gambol::gait {

struct TimingSolveOptions {
    int max_iterations = 300;
    double optimality_tolerance = 1e-3;
    double violation_tolerance = 1e-4;
    /// Stops once nearly feasible and dearer than this.
    double hopeless_cost = std::numeric_limits<double>::infinity();
    std::function<bool()> wanted = {};  // false: stop now; asked from the solving thread
};

/// The cheapest cycle found for one timing.
struct TimingSolution {
    Cycle cycle;
    double cost = std::numeric_limits<double>::infinity();
    double violation = 0;  // largest, own units (lengths × 10)
    bool cut = false;  // was hopeless
    /// Of its GaitProblem: the solution and the multipliers of rows and of bounds on variables.
    Eigen::VectorXd x, multipliers, variable_multipliers;
    SolveReport report;
};

/// Cycles whose rows are broken by no more than this are gaits; ten times what solves aim at.
constexpr double kFeasible = 1e-3;

/// From standing still.
[[nodiscard]] TimingSolution solve_timing(
    const Animal&, const Timing&, double speed, const Settings&, const TimingSolveOptions& = {});

/// From a cycle with the same feet, of any number of frames.
[[nodiscard]] TimingSolution refine_cycle(
    const Animal&, const Cycle&, const Settings&, const TimingSolveOptions& = {});

}  // namespace gambol::gait
