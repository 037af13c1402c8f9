// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"
#include "gambol/solve/report.hpp"

#include <Eigen/Dense>

namespace gambol::test {

/// How far x and the multipliers of a report are from the conditions of Karush, Kuhn and Tucker, in
/// plain dense algebra from the problem's own functions.
struct OptimalityErrors {
    double stationarity = 0;  // |∂f/∂x + Jᵀy + z|
    double violation = 0;  // of rows and variables
    double complementarity = 0;  // |multiplier| × distance to the bound that its sign is for

    [[nodiscard]] double largest() const
    {
        return std::max({ stationarity, violation, complementarity });
    }
};

namespace detail {

inline double complementarity(
    const Bounds& bounds, const Eigen::VectorXd& values, const Eigen::VectorXd& multipliers)
{
    double largest = 0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const double distance
            = multipliers[i] > 0 ? bounds.upper[i] - values[i] : values[i] - bounds.lower[i];
        // With no bound on that side, the multiplier itself must vanish.
        largest = std::max(
            largest, std::abs(multipliers[i] * (std::isfinite(distance) ? distance : 1)));
    }
    return largest;
}

}  // namespace detail

inline OptimalityErrors optimality_errors(
    ConstrainedProblem& problem, const Eigen::VectorXd& x, const ConstrainedReport& report)
{
    Eigen::VectorXd c, g;
    BandJacobian J(problem.shape(), problem.row_groups());
    problem.linearise(x, c, g, J);
    const Eigen::VectorXd &y = report.row_multipliers, &z = report.variable_multipliers;
    const Bounds rows = problem.row_bounds(), variables = problem.variable_bounds();
    return {
        .stationarity = (g + J.dense().transpose() * y + z).cwiseAbs().maxCoeff(),
        .violation = std::max(rows.violation(c), variables.violation(x)),
        .complementarity
        = std::max(detail::complementarity(rows, c, y), detail::complementarity(variables, x, z)),
    };
}

}  // namespace gambol::test
