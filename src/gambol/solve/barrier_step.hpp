// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/solve/barrier_iterate.hpp"
#include "gambol/solve/condensed_system.hpp"

#include <Eigen/Dense>

namespace gambol {

/// The Newton step of the barrier problem at an iterate, from the conditions
///
///     ∂f/∂x + Jᵀy + ∂(barrier)/∂x = 0       −y + ∂(barrier)/∂s = 0       c(x) − s = 0
///
/// linearised, with Σ = z / distance in place of the second derivative of the barrier.
class BarrierStep {
public:
    explicit BarrierStep(BarrierIterate&);

    /// Linearises where the iterate is, with the exact Hessian of the Lagrangian or else the convex
    /// one of the objective.
    void model(double mu, bool exact);
    /// Adds a multiple of 1 to the Hessian. False when the step could lead uphill.
    [[nodiscard]] bool factorise(double shift);
    /// Overwrites dx, ds and dy with the step for which the linearised rows close `gap`, which is
    /// c − s unless something better is known. False when that is not finite.
    [[nodiscard]] bool solve(const Eigen::VectorXd& gap);
    /// Of the cost of the barrier problem, along dx and ds.
    [[nodiscard]] double slope() const;

    Eigen::VectorXd dx, ds, dy;

    /// After a step: call the first once y has moved and before x has, the second after both. The
    /// convex model leaves out how rows curve; what that came to along the step `moved`,
    ///
    ///     κ = moved · (∂L/∂x after − before − H moved) / ‖moved‖²        L = f + y·c, y after
    ///
    /// is the shift that would have made up for it.
    void remember_slope();
    [[nodiscard]] double missing_curvature(const Eigen::VectorXd& moved);

    /// The least multipliers of equalities that leave the iterate as stationary as any, the others
    /// being what they are. Spoils the model. False when they cannot be had.
    [[nodiscard]] bool find_least_multipliers(Eigen::VectorXd& y);

private:
    BarrierIterate& at_;
    BandShape shape_;
    CondensedSystem system_;
    BorderedBand hessian_;
    Eigen::VectorXd sigma_, compliance_;  // compliance = 1/Σ of slacks
    Eigen::VectorXd cost_gradient_x_, cost_gradient_s_;
    Eigen::VectorXd right_x_, right_y_, pull_, slope_before_, change_, product_;
};

}  // namespace gambol
