// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"
#include "gambol/solve/report.hpp"

#include <limits>

namespace gambol {

struct InteriorPointOptions {
    int max_iterations = 1000;
    double optimality_tolerance = 1e-6;  // on stationarity and z · distance, scaled
    double violation_tolerance = 1e-6;  // on rows
    double initial_barrier = 1;  // μ of the first barrier problem
    double barrier_factor = 0.4;  // from one μ to the next, or √μ where that is less
    double barrier_solved = 10;  // × μ: error at which the next μ is taken
    double convex_shift = 0.1;  // added to the Hessian of the objective while it is used alone
    double exact_below_violation = 1e-3;  // the exact Hessian is used from here on …
    double exact_below_barrier = 0.1;  // … and from this μ on
    double largest_step = std::numeric_limits<double>::infinity();  // of any variable of a block
    OnIteration on_iteration = {};
};

/// Primal-dual interior point method with a filter line search [Wächter 2006] on the band structure
/// of the problem: O(blocks · (reach · block_size)² · block_size) per iteration. docs/solvers.md
/// says what was chosen and why.
///
/// x is where it starts, moved inside of its bounds, and the result: the optimum, or else the best
/// point found, which is the one of least cost among those that keep the constraints to ten times
/// the tolerance, or the one nearest to that.
[[nodiscard]] ConstrainedReport minimise_interior_point(
    ConstrainedProblem&, Eigen::VectorXd& x, const InteriorPointOptions& = {});

}  // namespace gambol
