// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"
#include "gambol/solve/report.hpp"

namespace gambol::bench {

struct IpoptOptions {
    int max_iterations = 3000;
    double tolerance = 1e-8;  // on all conditions, scaled as Ipopt does
    double violation_tolerance = 1e-4;  // on rows as they are
    bool exact_hessian = true;  // if the problem has it, else limited-memory BFGS
    OnIteration on_iteration = {};
};

/// The same problem handed to Ipopt [Wächter 2006], which knows nothing of blocks and bands: a
/// second opinion for tests and `gambol bench`, not for production. x is its result, whatever the
/// outcome. Ipopt tells its evaluations by function; those of the objective are reported.
[[nodiscard]] ConstrainedReport minimise_ipopt(
    ConstrainedProblem&, Eigen::VectorXd& x, const IpoptOptions& = {});

}  // namespace gambol::bench
