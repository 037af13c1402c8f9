// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace gambol {

enum class Outcome { converged, out_of_iterations, stopped, numerical_failure };

struct Iteration {
    int number = 0;
    double cost = 0;
    double step = 0;  // size of the last step, max norm
};

/// Called after every iteration; false asks the solver to stop and keep what it has.
using OnIteration = std::function<bool(const Iteration&)>;

struct SolveReport {
    Outcome outcome = Outcome::numerical_failure;
    int iterations = 0, evaluations = 0;
    double initial_cost = 0, final_cost = 0;
    std::string note;  // one line: why it stopped
};

}  // namespace gambol
