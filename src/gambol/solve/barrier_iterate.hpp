// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"
#include "gambol/solve/bound_barrier.hpp"

#include <Eigen/Dense>

namespace gambol {

/// Where an interior point method stands: a point of
///
///     min f(x) − μ Σ log(distances to bounds of x and s)    subject to   c(x) − s = 0
///
/// with multipliers y of the rows. s of an equality is fixed, s of a row without bounds is c.
struct BarrierIterate {
    BarrierIterate(ConstrainedProblem&, const Bounds& variables, const Bounds& rows);

    ConstrainedProblem& problem;
    BoundBarrier variables, slacks;
    Eigen::VectorXd x, s, c, y;
    Eigen::VectorXd gradient;  // ∂f/∂x
    BandJacobian J;
    double f = 0;

    /// f, c, gradient and J at x. False when a number is not finite.
    [[nodiscard]] bool linearise();
    /// Slacks for c, `distance` inside of their bounds, and multipliers that centre them.
    void restart(double distance, double mu);

    /// ‖c − s‖₁, what the filter calls violation; s of rows without bounds is set to c.
    [[nodiscard]] double gap(const Eigen::VectorXd& c, Eigen::VectorXd& s) const;
    /// Cost of the barrier problem.
    [[nodiscard]] double cost(
        double f, const Eigen::VectorXd& x, const Eigen::VectorXd& s, double mu) const;

    /// How far the conditions of an optimum are from holding, each as a largest entry. The first
    /// and the last are divided by the mean multiplier where that is beyond 100 [Wächter 2006].
    struct Errors {
        double stationarity = 0, gap = 0, complementarity = 0;
        [[nodiscard]] double largest() const;
    };
    [[nodiscard]] Errors errors(double mu) const;
    /// ∂f/∂x + Jᵀy + multipliers of the bounds of x; 0 for fixed x, whose multiplier takes it up.
    [[nodiscard]] Eigen::VectorXd stationarity() const;
};

}  // namespace gambol
