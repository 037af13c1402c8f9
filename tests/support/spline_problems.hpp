// SPDX-License-Identifier: MIT
#pragma once

#include "support/window_problem.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace gambol::test {

/// Value, first and second derivative by u of a uniform cubic B-spline, as weights of the four
/// control points around the interval; u ∈ [0, 1] across it.
inline std::array<std::array<double, 4>, 3> cubic_weights(double u)
{
    const double v = 1 - u;
    return { {
        { v * v * v / 6, (3 * u * u * u - 6 * u * u + 4) / 6,
            (-3 * u * u * u + 3 * u * u + 3 * u + 1) / 6, u * u * u / 6 },
        { -v * v / 2, (3 * u * u - 4 * u) / 2, (-3 * u * u + 2 * u + 1) / 2, u * u / 2 },
        { v, 3 * u - 2, 1 - 3 * u, u },
    } };
}

/// What the windows of a curve of control points with `Size` numbers each have in common: one
/// window per slice, `per_interval` slices in each interval between knots.
template <int Size> struct SplineSlices {
    static constexpr int kBlockSize = Size, kReach = 4;
    int intervals = 12, per_interval = 1;

    int blocks() const { return intervals + 3; }
    int windows() const { return intervals * per_interval + 1; }
    int first_block(int w) const { return std::min(w / per_interval, intervals - 1); }
    double u(int w) const { return double(w - per_interval * first_block(w)) / per_interval; }

    /// Derivative `order` by the number of intervals of coordinate `i`.
    template <class T> T curve(int w, const T* v, int i, int order) const
    {
        const auto weights = cubic_weights(u(w))[order];
        T sum(0.0);
        for (int k = 0; k < 4; ++k)
            sum = sum + v[Size * k + i] * weights[k];
        return sum;
    }
};

/// A pendulum with a weak motor swings up: blocks (angle, torque), border: duration T and the
/// torque limit, which costs. At every slice
///
///     θ'' + ¼ θ' + sin θ = torque,    −limit ≤ torque ≤ limit
///
/// and θ goes from rest at 0 to rest at π. Cost: ½ Σ torque² h + ½ T + 2 limit², and a little for
/// changes of torque, which slices alone leave undetermined between them.
struct SwingUp : SplineSlices<2> {
    static constexpr int kBorder = 2;

    int rows(int w) const { return w == 0 || w == windows() - 1 ? 5 : 3; }
    template <class T> T operator()(int w, const T* v, T* c) const
    {
        const T duration = v[8], limit = v[9], h = duration / double(intervals);
        const T angle = curve(w, v, 0, 0), velocity = curve(w, v, 0, 1) / h;
        const T torque = curve(w, v, 1, 0);
        using std::sin;
        c[0] = curve(w, v, 0, 2) / (h * h) + 0.25 * velocity + sin(angle) - torque;
        c[1] = limit - torque;
        c[2] = limit + torque;
        if (rows(w) == 5) {
            c[3] = angle - (w == 0 ? 0.0 : std::numbers::pi);
            c[4] = velocity;
        }
        const double share = 1.0 / windows();
        const T change = curve(w, v, 1, 1);
        return (torque * torque * h + 0.02 * change * change) * (0.5 / per_interval)
            + (duration + 4.0 * limit * limit) * (0.5 * share);
    }
};

inline WindowProblem<SwingUp> swing_up(int intervals)
{
    SwingUp local;
    local.intervals = intervals;
    WindowProblem<SwingUp> problem(local);
    for (int w = 0, row = 0; w < local.windows(); row += local.rows(w), ++w)
        problem.of_rows.upper.segment(row + 1, 2)
            .setConstant(std::numeric_limits<double>::infinity());
    const int band = problem.shape().band();
    for (int k = 0; k < local.blocks(); ++k) {
        problem.variables.lower[2 * k] = -4;  // angles
        problem.variables.upper[2 * k] = 4;
    }
    problem.variables.lower[band] = 2;
    problem.variables.upper[band] = 12;
    problem.variables.lower[band + 1] = 0.1;
    problem.variables.upper[band + 1] = 1;
    return problem;
}

/// A straight guess: from 0 to π at even speed, in 7 s, without torque.
inline Eigen::VectorXd swing_up_guess(const WindowProblem<SwingUp>& problem)
{
    Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.shape().variables());
    const int blocks = problem.shape().blocks;
    for (int k = 0; k < blocks; ++k)
        x[2 * k] = std::numbers::pi * k / (blocks - 1);
    x.tail(2) << 7, 0.5;
    return x;
}

/// A point finds its way between two discs from (0, 0) to (4, height), in little time and with
/// little acceleration: blocks (x, y), border: duration T, the height at the end, and the room that
/// is kept to the discs, which is rewarded.
struct BetweenDiscs : SplineSlices<2> {
    static constexpr int kBorder = 3;

    int rows(int w) const { return w == 0 || w == windows() - 1 ? 7 : 3; }
    template <class T> T operator()(int w, const T* v, T* c) const
    {
        const T duration = v[8], height = v[9], room = v[10], h = duration / double(intervals);
        const T x = curve(w, v, 0, 0), y = curve(w, v, 1, 0);
        const T vx = curve(w, v, 0, 1) / h, vy = curve(w, v, 1, 1) / h;
        const T ax = curve(w, v, 0, 2) / (h * h), ay = curve(w, v, 1, 2) / (h * h);
        const auto beyond = [&](double centre_x, double centre_y, double radius) {
            const T dx = x - centre_x, dy = y - centre_y;
            return dx * dx + dy * dy - (radius + room) * (radius + room);
        };
        c[0] = beyond(1.2, 0.2, 0.6);
        c[1] = beyond(2.8, -0.3, 0.7);
        c[2] = vx * vx + vy * vy;
        if (rows(w) == 7) {
            const bool first = w == 0;
            c[3] = x - (first ? 0.0 : 4.0);
            c[4] = first ? y : y - height;
            c[5] = vx;
            c[6] = vy;
        }
        const double share = 1.0 / windows();
        return (ax * ax + ay * ay) * h * (0.05 / per_interval)
            + (duration + height * height - 2.0 * room) * share;
    }
};

inline WindowProblem<BetweenDiscs> between_discs(int intervals)
{
    BetweenDiscs local;
    local.intervals = intervals;
    local.per_interval = 2;
    WindowProblem<BetweenDiscs> problem(local);
    for (int w = 0, row = 0; w < local.windows(); row += local.rows(w), ++w) {
        problem.of_rows.upper.segment(row, 2).setConstant(std::numeric_limits<double>::infinity());
        problem.of_rows.lower[row + 2] = -std::numeric_limits<double>::infinity();
        problem.of_rows.upper[row + 2] = 4;  // speed ≤ 2
    }
    problem.variables.lower.tail(3) << 0.5, -1, 0;
    problem.variables.upper.tail(3) << 20, 1, 0.3;
    return problem;
}

/// Straight through both discs.
inline Eigen::VectorXd between_discs_guess(const WindowProblem<BetweenDiscs>& problem)
{
    Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.shape().variables());
    const int blocks = problem.shape().blocks;
    for (int k = 0; k < blocks; ++k)
        x[2 * k] = 4.0 * k / (blocks - 1);
    x.tail(3) << 4, 0, 0.05;
    return x;
}

}  // namespace gambol::test
