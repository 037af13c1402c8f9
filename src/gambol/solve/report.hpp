// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <functional>
#include <string>

namespace gambol {

enum class Outcome {
    converged,
    out_of_iterations,
    stopped,
    infeasible,  // constraints are broken, and no small change breaks them less
    numerical_failure
};

struct Iteration {
    int number = 0;
    double cost = 0;
    double step = 0;  // size of the last step, max norm
    double violation = 0;  // largest amount by which a constraint is broken
    const Eigen::VectorXd* x = nullptr;  // where the search is, during the call
};

/// Called after every iteration; false asks the solver to stop and keep what it has.
using OnIteration = std::function<bool(const Iteration&)>;

struct SolveReport {
    Outcome outcome = Outcome::numerical_failure;
    int iterations = 0, evaluations = 0;
    double initial_cost = 0, final_cost = 0;
    std::string note;  // one line: why it stopped
};

/// What a solver of a ConstrainedProblem says. At an optimum, with J = ∂c/∂x,
///
///     ∂f/∂x + Jᵀ row_multipliers + variable_multipliers = 0
///
/// where a multiplier is ≥ 0 at an upper bound, ≤ 0 at a lower one and 0 between the two.
struct ConstrainedReport {
    SolveReport solve;
    double violation = 0;  // largest amount by which a row or a variable is out of its bounds
    double stationarity = 0;  // largest entry of the sum above
    Eigen::VectorXd row_multipliers, variable_multipliers;
};

}  // namespace gambol
