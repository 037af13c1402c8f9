// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"

#include <Eigen/Dense>

namespace gambol::test {

/// How wrong a problem is about its own derivatives at x, each relative to the largest entry of
/// what it is compared with (or to 1 where that is less). Differences are taken in every variable,
/// so a row that touches one outside of its window shows.
struct ConstrainedDerivativeErrors {
    double values = 0;  // values() against linearise()
    double gradient = 0, jacobian = 0;  // against differences of values()
    double objective_hessian = 0;  // against differences of the gradient; a model may differ
    double objective_hessian_negative = 0;  // −(least eigenvalue), or 0: must be semidefinite
    double lagrangian_hessian = 0;  // against differences of w ∂f/∂x + Jᵀy; 0 if there is none
    double largest_jacobian_entry = 0;  // a check of a Jacobian that is zero proves nothing
};

/// y are the multipliers to check the Hessian of the Lagrangian with, w its objective_weight.
[[nodiscard]] ConstrainedDerivativeErrors constrained_derivative_errors(ConstrainedProblem&,
    const Eigen::VectorXd& x, const Eigen::VectorXd& y, double objective_weight = 0.7);

}  // namespace gambol::test
