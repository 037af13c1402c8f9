// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/point_motion.hpp"
#include "gambol/math/damped_gauss_newton.hpp"
#include "gambol/methods/spacetime/spacetime_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::spacetime {

/// A tie and how much it counts.
struct WeightedTie {
    const Tie* tie;
    double weight;
};

/// Inverse kinematics: poses near given ones whose ties are in their places and turned as they
/// should be:
///
///     min Σ w (‖p(q) − p₀(q) − place + place₀‖² + 0.1 m² ‖axes(q) − axes‖²)
///         + Σ (depth of feelers in the floor)² + Σ stay (q − guess)²
///
/// within joint ranges, by Gauss-Newton; 0 is the first tie, which is in its place anyway.
class ContactFit {
public:
    explicit ContactFit(const SpacetimePlan&);

    [[nodiscard]] Eigen::VectorXd fit(
        const Eigen::VectorXd& guess, const std::vector<WeightedTie>& ties);

    /// Greatest angle by which a tie that must not turn is turned [rad].
    [[nodiscard]] double tilt(const Eigen::VectorXd& q, const std::vector<WeightedTie>& ties);

private:
    void update(const Eigen::VectorXd& q);
    void set_equations(const Eigen::VectorXd& q, const Eigen::VectorXd& guess,
        const std::vector<WeightedTie>& ties, NormalEquations& equations);

    const SpacetimePlan& plan_;
    dynamics::State<double> state_;
    dynamics::PointMotion<double> root_, point_;
};

}  // namespace gambol::spacetime
