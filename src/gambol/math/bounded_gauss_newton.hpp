// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/damped_gauss_newton.hpp"

#include <Eigen/Dense>

namespace gambol {

/// damped_gauss_newton() of ‖residual(x)‖² with lower ≤ x ≤ upper, derivatives by differences: for
/// a limb's few angles, where nobody needs more digits.
template <class Residual>
[[nodiscard]] Eigen::VectorXd bounded_gauss_newton(const Eigen::VectorXd& start,
    const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, const DampedSteps& steps,
    const Residual& residual)
{
    const auto evaluate = [&](const Eigen::VectorXd& x, NormalEquations& equations) {
        constexpr double kStep = 1e-6;
        const Eigen::VectorXd r = residual(x);
        Eigen::MatrixXd J(r.size(), x.size());
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            Eigen::VectorXd moved = x;
            // Towards the inside of the range, where there is a slope.
            const double step = x[i] + kStep > upper[i] ? -kStep : kStep;
            moved[i] += step;
            J.col(i) = (residual(moved) - r) / step;
        }
        equations = { J.transpose() * J, -(J.transpose() * r), r.squaredNorm() };
    };
    const auto move = [&](const Eigen::VectorXd& x, const Eigen::VectorXd& step) {
        return Eigen::VectorXd((x + step).cwiseMax(lower).cwiseMin(upper));
    };
    return damped_gauss_newton(start, steps, evaluate, move);
}

}  // namespace gambol
