// SPDX-License-Identifier: MIT
#include "gambol/solve/box_quasi_newton.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace gambol {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kArmijo = 1e-4;  // share of the promised gain that a step must bring
constexpr double kShorter = 0.4;  // of a step that did not
constexpr int kCuts = 6;

/// Variables that are not pressed against a side of the box.
std::vector<int> free_variables(
    const VectorXd& x, const VectorXd& g, const VectorXd& lower, const VectorXd& upper)
{
    std::vector<int> free;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        const bool held = (x[i] <= lower[i] && g[i] > 0) || (x[i] >= upper[i] && g[i] < 0);
        if (!held)
            free.push_back(int(i));
    }
    return free;
}

VectorXd direction(const MatrixXd& B, const VectorXd& g, const std::vector<int>& free)
{
    const Eigen::Index n = Eigen::Index(free.size());
    MatrixXd block(n, n);
    VectorXd slope(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        slope[i] = g[free[size_t(i)]];
        for (Eigen::Index j = 0; j < n; ++j)
            block(i, j) = B(free[size_t(i)], free[size_t(j)]);
    }
    const VectorXd step = -block.ldlt().solve(slope);
    VectorXd result = VectorXd::Zero(g.size());
    for (Eigen::Index i = 0; i < n; ++i)
        result[free[size_t(i)]] = step[i];
    return result;
}

/// Powell's damping keeps B positive where the function bends down.
void update(MatrixXd& B, const VectorXd& s, VectorXd y)
{
    const VectorXd Bs = B * s;
    const double sBs = s.dot(Bs);
    if (!(sBs > 0))
        return;
    if (const double sy = s.dot(y); sy < 0.2 * sBs) {
        const double theta = 0.8 * sBs / (sBs - sy);
        y = theta * y + (1 - theta) * Bs;
    }
    B += y * y.transpose() / s.dot(y) - Bs * Bs.transpose() / sBs;
}

}  // namespace

SolveReport minimise_in_box(const std::function<Slope(const VectorXd&)>& evaluate,
    const VectorXd& lower, const VectorXd& upper, VectorXd& x, const BoxOptions& options)
{
    assert((lower.array() <= x.array()).all() && (x.array() <= upper.array()).all());
    SolveReport report;
    Slope at = evaluate(x);
    report.evaluations = 1;
    report.initial_cost = report.final_cost = at.value;
    if (!std::isfinite(at.value)) {
        report.note = "no value where it starts";
        return report;
    }
    const double steepest = std::max(at.gradient.cwiseAbs().maxCoeff(), 1e-300);
    MatrixXd B = MatrixXd::Identity(x.size(), x.size()) * (steepest / options.largest_step);
    bool fresh = true;  // B knows nothing yet
    report.outcome = Outcome::out_of_iterations;
    for (int small = 0; report.evaluations < options.max_evaluations;) {
        const std::vector<int> free = free_variables(x, at.gradient, lower, upper);
        double slope = 0;
        for (const int i : free)
            slope = std::max(slope, std::abs(at.gradient[i]));
        if (slope <= options.gradient_tolerance * std::abs(at.value)) {
            report.outcome = Outcome::converged;
            break;
        }
        VectorXd step = direction(B, at.gradient, free);
        step *= std::min(1.0, options.largest_step / step.cwiseAbs().maxCoeff());
        bool moved = false;
        for (int cut = 0; cut < kCuts && report.evaluations < options.max_evaluations;
             ++cut, step *= kShorter) {
            const VectorXd next = (x + step).cwiseMax(lower).cwiseMin(upper);
            const Slope there = evaluate(next);
            ++report.evaluations;
            if (!(there.value <= at.value + kArmijo * at.gradient.dot(next - x)))
                continue;
            const double gain = at.value - there.value;
            update(B, next - x, there.gradient - at.gradient);
            report.final_cost = there.value;
            const double length = (next - x).cwiseAbs().maxCoeff();
            x = next;
            at = there;
            moved = true;
            fresh = false;
            ++report.iterations;
            small = gain < options.value_tolerance * std::abs(at.value) ? small + 1 : 0;
            if (options.on_iteration
                && !options.on_iteration({ report.iterations, at.value, length, 0, &x })) {
                report.outcome = Outcome::stopped;
                return report;
            }
            break;
        }
        if (small >= 2 || (!moved && fresh)) {
            // Along the slope itself nothing is to be gained: values are as exact as they get.
            report.outcome = Outcome::converged;
            break;
        }
        if (!moved) {
            B = MatrixXd::Identity(x.size(), x.size())
                * (slope / (kShorter * options.largest_step));
            fresh = true;
        }
    }
    return report;
}

}  // namespace gambol
