// SPDX-License-Identifier: MIT
#include "gambol/collision/continuous_collision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::collision {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

// Most searches need one to three intervals. Only parallel edges that slide along one another take
// more; twice as many would spare 3 of 3,049 edge pairs of the exact test set a false alarm.
constexpr int kMostIntervals = 256;

/// Differences of vertices of the two sides at both ends of the step. One rounding each; everything
/// else is computed from these.
struct Differences {
    int count = 0;  // 3 for vertex and triangle, 4 for two edges
    std::array<Vector3d, 4> at_t0, at_t1;
    double rounding = 0;  // bound on the error of a gap computed from them
};

Differences differences(PairKind kind, const FourPoints& x_t0, const FourPoints& x_t1)
{
    Differences d;
    double size = 0;
    const int side_a = side_a_size(kind);
    for (int i = 0; i < side_a; ++i)
        for (int j = side_a; j < 4; ++j, ++d.count) {
            const auto at = std::size_t(d.count);
            d.at_t0[at] = x_t0[std::size_t(i)] - x_t0[std::size_t(j)];
            d.at_t1[at] = x_t1[std::size_t(i)] - x_t1[std::size_t(j)];
            size = std::max({ size, d.at_t0[at].lpNorm<1>(), d.at_t1[at].lpNorm<1>() });
        }
    // With u = ε/2 and |n_k| ≤ 1: one u for each difference, three for a product n·d, three for the
    // interpolation in time, all relative to ‖d‖₁. Twice that leaves room for terms of order u².
    d.rounding = 7 * std::numeric_limits<double>::epsilon() * size;
    return d;
}

struct Gaps {
    std::array<double, 4> at_t0, at_t1;

    Gaps(const Differences& d, const Vector3d& n)
    {
        for (int k = 0; k < d.count; ++k) {
            at_t0[std::size_t(k)] = n.dot(d.at_t0[std::size_t(k)]);
            at_t1[std::size_t(k)] = n.dot(d.at_t1[std::size_t(k)]);
        }
    }

    [[nodiscard]] double at(int k, double t) const
    {
        return (1 - t) * at_t0[std::size_t(k)] + t * at_t1[std::size_t(k)];
    }
};

/// Almost touching, the vector between closest points is mostly rounding. A normal of the two
/// features it joins is not: of the face, or of both edges, or across the one edge.
Vector3d separating_direction(PairKind kind, const FourPoints& x, const ClosestPoints& closest)
{
    const Vector4d& w = closest.weights;
    const Vector3d& n = closest.normal;
    const auto across = [&n](const Vector3d& edge) -> Vector3d {
        return (n - n.dot(edge) / edge.squaredNorm() * edge).normalized();
    };
    const auto normal = [&n](const Vector3d& a, const Vector3d& b) -> Vector3d {
        const Vector3d c = a.cross(b);
        // Nearly parallel edges have no normal; 1e-12 is what rounding leaves of it.
        if (!(c.squaredNorm() > 1e-24 * a.squaredNorm() * b.squaredNorm()))
            return n;
        return c.dot(n) < 0 ? -c.normalized() : c.normalized();
    };
    if (kind == PairKind::edge_edge) {
        const Vector3d a = x[1] - x[0], b = x[3] - x[2];
        const bool inside_a = w[0] > 0 && w[1] > 0, inside_b = w[2] < 0 && w[3] < 0;
        if (inside_a && inside_b)
            return normal(a, b);
        return inside_a ? across(a) : inside_b ? across(b) : n;
    }
    const int corners = (w[1] < 0) + (w[2] < 0) + (w[3] < 0);
    if (corners == 3)
        return normal(x[2] - x[1], x[3] - x[1]);
    if (corners == 2)
        return across(w[1] == 0 ? x[3] - x[2] : w[2] == 0 ? x[3] - x[1] : x[2] - x[1]);
    return n;
}

double smallest_gap(const Gaps& gaps, int count, double t)
{
    double gap = gaps.at(0, t);
    for (int k = 1; k < count; ++k)
        gap = std::min(gap, gaps.at(k, t));
    return gap;
}

/// Until when all gaps stay above `low`; 1 if they do to the end, t if they already do not.
double held_until(const Gaps& gaps, const Differences& d, double t, double low)
{
    double until = 1;
    for (int k = 0; k < d.count; ++k) {
        const double now = gaps.at(k, t), end = gaps.at_t1[std::size_t(k)];
        if (!(end > low))
            until = std::min(until, t + (1 - t) * (now - low - d.rounding) / (now - end));
    }
    // The bound above is rounded itself; the gaps at the end of the interval decide.
    return smallest_gap(gaps, d.count, until) > low ? until : t;
}

}  // namespace

Approach find_approach(
    PairKind kind, const FourPoints& x_t0, const FourPoints& x_t1, double distance)
{
    const Differences d = differences(kind, x_t0, x_t1);
    const double low = 0.8 * distance + d.rounding;
    Approach result;
    result.hit = true;
    result.time = 0;
    for (result.iterations = 1; result.iterations <= kMostIntervals; ++result.iterations) {
        FourPoints x;
        for (std::size_t i = 0; i < 4; ++i)
            x[i] = x_t0[i] + result.time * (x_t1[i] - x_t0[i]);
        result.at_hit = closest_points(kind, x);
        if (!(result.at_hit.distance > distance))
            return result;
        Vector3d n = result.at_hit.normal;
        if (result.at_hit.distance < 1e9 * d.rounding)
            n = separating_direction(kind, x, result.at_hit);
        const Gaps gaps(d, n);
        if (!(smallest_gap(gaps, d.count, result.time) > low))
            return result;
        const double until = held_until(gaps, d, result.time, low);
        if (!(until > result.time))
            return result;
        result.time = until;
        if (until >= 1) {
            result.hit = false;
            return result;
        }
    }
    return result;
}

}  // namespace gambol::collision
