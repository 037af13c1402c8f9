// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/bordered_band.hpp"
#include "gambol/math/cubic_spline.hpp"
#include "gambol/methods/spacetime/held_torques.hpp"

#include <array>

namespace gambol::spacetime {

/// How much forces and torques count.
struct ForceWeights {
    double force = 0, jerk = 0;  // jerk: s²
    struct Torque {
        int dof = 0;
        double weight = 0;
    };
    std::vector<Torque> torques;

    [[nodiscard]] bool any() const { return force > 0 || jerk > 0 || !torques.empty(); }
};

/// What a movement asks of its contacts and of chosen joints [Fang 2003, eqs. 22, 23 and 19]:
///
///     w_f ∫ |f/W|² dt + w_j ∫ |d/dt f/W|² dt + Σ w_i ∫ (τ_i / (W · 0.1 arm))² dt
///
/// W the weight, f the force of all contacts. Five instants an interval of the spline: Simpson's
/// rule, and differences for d/dt f. Forces jump where phases meet; that does not count.
class ForceObjective {
public:
    /// The context must outlive it.
    ForceObjective(const SliceContext&, ForceWeights, const CubicSpline&);

    /// Adds the gradient to *g if there is one.
    double value(const Eigen::VectorXd& x, Eigen::VectorXd* g);
    /// Adds 2 weight · Jᵀ J, J of all that is squared: near enough where that is small, and never
    /// negative.
    void add_hessian(const Eigen::VectorXd& x, double weight, BorderedBand& H);
    /// Adds what that leaves out, weight · Σ 2 r ∇²r, by differences of exact gradients.
    void add_curvature(const Eigen::VectorXd& x, double weight, BorderedBand& H);

private:
    static constexpr int kInstants = 5, kWindow = 4;

    struct Interval {
        int phase = 0;
        double length = 0;  // s
        std::array<CubicSpline::Weights, kInstants> at;
    };
    /// Fills residuals_, and rows_ with their derivatives by the interval's control points.
    void update(const Eigen::VectorXd& x, const Interval&, bool derivatives);
    void load(const Eigen::VectorXd& x, const CubicSpline::Weights&, int lane);
    void evaluate(int phase);
    /// What f/W and torques are multiplied by before they are squared.
    [[nodiscard]] double force_scale(const Interval&, int instant) const;
    [[nodiscard]] double jerk_scale(const Interval&) const;
    [[nodiscard]] double torque_scale(const Interval&, int instant, int torque) const;
    /// Second derivatives of c · f + Σ t τ by q, q̇, q̈ at an instant.
    [[nodiscard]] Eigen::MatrixXd curvature(const Eigen::VectorXd& x, const Interval&, int instant,
        const Eigen::Vector3d& c, const Eigen::VectorXd& t);

    const SliceContext& context_;
    ForceWeights weights_;
    std::vector<Interval> intervals_;
    HeldTorques<dynamics::Lanes> model_;
    std::vector<dynamics::Lanes> loaded_;  // q, q̇, q̈
    Eigen::VectorXd residuals_;
    Eigen::MatrixXd rows_;
};

}  // namespace gambol::spacetime
