// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/crew.hpp"
#include "gambol/solve/basin_cma.hpp"

namespace gambol::basin_cma {

/// Takes a sample to a local minimum; may stop once it is feasible and its cost exceeds
/// hopeless_cost. Called from several threads at once; depends on nothing but its arguments.
using LocalSolve
    = std::function<Evaluation(const Eigen::VectorXd& x, double hopeless_cost, int sample)>;

/// One generation, shared by `threads` (at least 1). Same result for any number of them.
[[nodiscard]] std::vector<Evaluation> evaluate_generation(
    const Search&, const LocalSolve&, int threads);

/// How long a search goes on.
struct Course {
    std::function<bool(const Search&)> more;  // asked before every generation
    /// Asked all the time; what is under way when it says no is thrown away, since half a
    /// generation is worth nothing. Empty: always.
    std::function<bool()> wanted = {};
    /// After every generation, with how its samples ended; false ends the search.
    std::function<bool(const Search&, const std::vector<Evaluation>&)> on_generation = {};
};

/// Generations until the course ends, shared by a crew: its leading process asks and tells, the
/// others solve, and all of them return with the same state. Same result for any crew.
void run(Search&, const LocalSolve&, Crew&, const Course&);

}  // namespace gambol::basin_cma
