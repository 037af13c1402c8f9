// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol {

/// Values v that a logarithm keeps strictly between bounds, with a multiplier z for each bound:
///
///     −μ Σ log(v − lower) − μ Σ log(upper − v)
///     z_lower (v − lower) ≈ μ ≈ z_upper (upper − v)
///
/// Entries with equal bounds are fixed and take no part.
class BoundBarrier {
public:
    explicit BoundBarrier(const Bounds&);

    [[nodiscard]] const std::vector<int>& fixed() const { return fixed_; }
    [[nodiscard]] const std::vector<int>& free() const { return free_; }  // no bound at all
    [[nodiscard]] int size() const { return static_cast<int>(lower_.size()); }

    /// Moves v to the nearest point that keeps a distance to its bounds (times the bound where that
    /// is beyond ±1, less between bounds that are close); fixed ones onto theirs.
    void move_inside(Eigen::VectorXd& v, double distance) const;
    /// Cuts every entry of dv that takes more than tau of the way to a bound.
    void shorten(const Eigen::VectorXd& v, Eigen::VectorXd& dv, double tau) const;
    /// Whether v_i is less than `distance` from the bound that `direction` points to.
    [[nodiscard]] bool is_pressed(
        int i, const Eigen::VectorXd& v, double direction, double distance) const;
    /// z = μ / distance
    void centre(const Eigen::VectorXd& v, double mu);
    /// Keeps every z within a factor of 10¹⁰ of μ / distance, without which one that has run away
    /// could spoil the matrix [Wächter 2006].
    void keep_near_centre(const Eigen::VectorXd& v, double mu);

    /// Value of the sum above, +infinity outside of the bounds.
    [[nodiscard]] double value(const Eigen::VectorXd& v, double mu) const;
    /// g += its gradient
    void add_gradient(const Eigen::VectorXd& v, double mu, Eigen::VectorXd& g) const;
    /// sigma = z_lower / (v − lower) + z_upper / (upper − v)
    void curvature(const Eigen::VectorXd& v, Eigen::VectorXd& sigma) const;
    /// r += z_upper − z_lower
    void add_multipliers(Eigen::VectorXd& r) const;
    /// Largest |z · distance − μ|
    [[nodiscard]] double complementarity_error(const Eigen::VectorXd& v, double mu) const;
    [[nodiscard]] double multiplier_sum() const { return z_lower_.sum() + z_upper_.sum(); }
    [[nodiscard]] int bound_count() const { return int(has_lower_.size() + has_upper_.size()); }

    /// Largest part of dv, at most all of it, that leaves 1 − tau of every distance.
    [[nodiscard]] double largest_step(
        const Eigen::VectorXd& v, const Eigen::VectorXd& dv, double tau) const;
    /// Newton steps of all z for the step dv of v; returns the part of them that leaves 1 − tau.
    [[nodiscard]] double multiplier_step(
        const Eigen::VectorXd& v, const Eigen::VectorXd& dv, double mu, double tau);
    /// Goes that part of the way.
    void advance(double part);

private:
    Eigen::VectorXd lower_, upper_;
    Eigen::VectorXd z_lower_, z_upper_, dz_lower_, dz_upper_;  // 0 where there is no bound
    std::vector<int> has_lower_, has_upper_, fixed_, free_;
};

}  // namespace gambol
