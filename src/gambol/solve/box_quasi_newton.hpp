// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/solve/report.hpp"

#include <Eigen/Dense>

#include <functional>

namespace gambol {

/// A value and its slope at some x; not finite where there is none, which counts as a step too far.
struct Slope {
    double value = 0;
    Eigen::VectorXd gradient;
};

struct BoxOptions {
    int max_evaluations = 60;
    double gradient_tolerance = 1e-3;  // on entries that the box does not hold, of |f|
    double value_tolerance = 1e-4;  // ends after two steps in a row that gain less than this of |f|
    double largest_step = 0.15;  // of any variable
    /// x is where the search is after a step; false stops it there.
    OnIteration on_iteration = {};
};

/// Minimum of a smooth function of few variables in a box, for functions so dear that every
/// evaluation counts (a solve each): damped BFGS on the variables that the box leaves free, steps
/// cut at the box. The first step is along the slope, as long as allowed. x must lie in the box; it
/// becomes the best point evaluated.
[[nodiscard]] SolveReport minimise_in_box(const std::function<Slope(const Eigen::VectorXd&)>&,
    const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::VectorXd& x,
    const BoxOptions& = {});

}  // namespace gambol
