// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <algorithm>
#include <utility>

namespace gambol {

/// A sum of squares ‖r(x)‖² near x: A = JᵀJ, of which the lower triangle counts, and b = −Jᵀr.
struct NormalEquations {
    Eigen::MatrixXd A;
    Eigen::VectorXd b;
    double cost = 0;
};

struct DampedSteps {
    int most = 25;
    double longest = 0.5;  // largest entry of a step; longer ones are shortened to it
    double smallest = 1e-7;  // a step whose entries are all below it is the last
    double damping = 1e-6;  // λ at first
    double relief = 0.2;  // factor on λ after a step that lowers the cost
    double least_damping = 0;
    /// Steps that do not lower the cost are not taken, and λ grows tenfold. Otherwise every step is
    /// taken and λ stays: for what converges anyway.
    bool must_lower_cost = true;
};

/// Small dense nonlinear least squares by Gauss-Newton with damping,
///
///     (A + λ 1) step = b,   x ← move(x, step)
///
/// `evaluate(x, equations)` overwrites all of the equations, `move(x, step)` returns where a step
/// leads: a sum, within bounds perhaps, or a turn. For a few dozens of unknowns; solve/ has what is
/// meant for more.
template <class Evaluate, class Move>
[[nodiscard]] Eigen::VectorXd damped_gauss_newton(
    Eigen::VectorXd x, const DampedSteps& steps, const Evaluate& evaluate, const Move& move)
{
    NormalEquations now, next;
    evaluate(x, now);
    double damping = steps.damping;
    for (int k = 0; k < steps.most; ++k) {
        Eigen::MatrixXd damped = now.A;
        damped.diagonal().array() += damping;
        Eigen::VectorXd step = damped.ldlt().solve(now.b);
        const double size = step.cwiseAbs().maxCoeff();
        if (size > steps.longest)
            step *= steps.longest / size;
        Eigen::VectorXd trial = move(x, step);
        evaluate(trial, next);
        if (!steps.must_lower_cost || next.cost < now.cost) {
            x.swap(trial);
            std::swap(now, next);
            if (steps.must_lower_cost)
                damping = std::max(steps.relief * damping, steps.least_damping);
        } else {
            damping *= 10;
        }
        if (size < steps.smallest)
            break;
    }
    return x;
}

}  // namespace gambol
