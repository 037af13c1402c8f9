// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/bordered_band.hpp"
#include "gambol/problem/band_jacobian.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace gambol {

/// lower ≤ · ≤ upper, entry by entry; ±infinity where there is none, equal for an equality.
struct Bounds {
    Eigen::VectorXd lower, upper;

    /// Largest amount by which a value lies outside; infinite for one that is not a number.
    [[nodiscard]] double violation(const Eigen::VectorXd& values) const;
};

inline double Bounds::violation(const Eigen::VectorXd& values) const
{
    assert(values.size() == lower.size() && values.size() == upper.size());
    double largest = 0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i]))
            return std::numeric_limits<double>::infinity();
        largest = std::max({ largest, lower[i] - values[i], values[i] - upper[i] });
    }
    return largest;
}

/// What a constrained solver sees of a trajectory on splines, a nonlinear program (NLP) with
/// equality constraints (equal bounds) and inequality constraints:
///
///     min f(x)   subject to   c_lower ≤ c(x) ≤ c_upper,   x_lower ≤ x ≤ x_upper
///
/// x holds the control points in the order of time, one block each, then the border (BandShape).
/// A row of c touches a window of at most `reach` blocks and some of the border. Rows and variables
/// should be of order one: tolerances are absolute. Shape, groups and bounds stay as they are
/// during a solve. Values that are not finite are allowed away from the start and count as a step
/// too far. Not const: an implementation may keep what it computed at the last x. Equal calls in
/// equal order give equal bits.
class ConstrainedProblem {
public:
    virtual ~ConstrainedProblem() = default;
    [[nodiscard]] virtual BandShape shape() const = 0;
    /// All rows of c, in their order.
    [[nodiscard]] virtual std::vector<RowGroup> row_groups() const = 0;
    [[nodiscard]] virtual Bounds variable_bounds() const = 0;
    [[nodiscard]] virtual Bounds row_bounds() const = 0;

    /// Overwrites c; returns f.
    virtual double values(const Eigen::VectorXd& x, Eigen::VectorXd& c) = 0;
    /// Also overwrites g = ∂f/∂x and every entry of J = ∂c/∂x. J has the shape and the groups
    /// above.
    virtual double linearise(
        const Eigen::VectorXd& x, Eigen::VectorXd& c, Eigen::VectorXd& g, BandJacobian& J)
        = 0;
    /// Adds a positive semidefinite model of ∂²f/∂x² to H, which has the shape above.
    virtual void add_objective_hessian(const Eigen::VectorXd& x, BorderedBand& H) = 0;

    [[nodiscard]] virtual bool has_lagrangian_hessian() const { return false; }
    /// Adds objective_weight · ∂²f/∂x² + Σ_r y_r ∂²c_r/∂x², exactly, definite or not.
    virtual void add_lagrangian_hessian(const Eigen::VectorXd& /*x*/, double /*objective_weight*/,
        const Eigen::VectorXd& /*y*/, BorderedBand& /*H*/)
    {
        assert(!"the problem said that it has none");
    }
};

}  // namespace gambol
