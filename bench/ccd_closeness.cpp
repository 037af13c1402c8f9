// SPDX-License-Identifier: MIT
#include "ccd_closeness.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::bench {

namespace {

using Real = long double;
using Point = Eigen::Matrix<Real, 3, 1>;

constexpr int kTimes = 512, kRefinements = 60;

Real to_segment(const Point& p, const Point& a, const Point& b)
{
    const Point along = b - a;
    const Real length_sq = along.squaredNorm();
    const Real s = length_sq > 0 ? std::clamp<Real>((p - a).dot(along) / length_sq, 0, 1) : Real(0);
    return (p - a - s * along).norm();
}

/// Of a point to a triangle: to its sides, and to its plane where the foot lies inside.
Real to_triangle(const Point& p, const Point& a, const Point& b, const Point& c)
{
    Real least = std::min({ to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a) });
    const Point n = (b - a).cross(c - a);
    if (!(n.squaredNorm() > 0))
        return least;
    const auto inside = [&](const Point& from, const Point& to) {
        return (to - from).cross(p - from).dot(n) >= 0;
    };
    if (inside(a, b) && inside(b, c) && inside(c, a))
        least = std::min(least, std::abs((p - a).dot(n)) / n.norm());
    return least;
}

/// Of two segments: of their ends to the other, and of their lines where both feet lie inside.
Real between_segments(const Point& a0, const Point& a1, const Point& b0, const Point& b1)
{
    Real least = std::min({ to_segment(a0, b0, b1), to_segment(a1, b0, b1), to_segment(b0, a0, a1),
        to_segment(b1, a0, a1) });
    const Point n = (a1 - a0).cross(b1 - b0);
    const Real n_sq = n.squaredNorm();
    if (!(n_sq > 0))
        return least;
    const Real s = (b0 - a0).cross(b1 - b0).dot(n) / n_sq;
    const Real t = (b0 - a0).cross(a1 - a0).dot(n) / n_sq;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
        least = std::min(least, (a0 + s * (a1 - a0) - b0 - t * (b1 - b0)).norm());
    return least;
}

Real distance_at(const CcdQuery& query, Real time)
{
    std::array<Point, 4> x;
    for (std::size_t i = 0; i < 4; ++i)
        x[i] = (1 - time) * query.x_t0[i].cast<Real>() + time * query.x_t1[i].cast<Real>();
    return query.kind == collision::PairKind::vertex_triangle
        ? to_triangle(x[0], x[1], x[2], x[3])
        : between_segments(x[0], x[1], x[2], x[3]);
}

}  // namespace

double closest_known_distance(const CcdQuery& query)
{
    Real best_time = 0, best = distance_at(query, 0);
    for (int k = 1; k <= kTimes; ++k) {
        const Real time = Real(k) / kTimes, distance = distance_at(query, time);
        if (distance < best) {
            best = distance;
            best_time = time;
        }
    }
    // Thirds around the best time. Any time will do for an upper bound.
    Real low = std::max<Real>(0, best_time - Real(1) / kTimes),
         high = std::min<Real>(1, best_time + Real(1) / kTimes);
    for (int k = 0; k < kRefinements; ++k) {
        const Real left = low + (high - low) / 3, right = high - (high - low) / 3;
        const Real at_left = distance_at(query, left), at_right = distance_at(query, right);
        best = std::min({ best, at_left, at_right });
        (at_left < at_right ? high : low) = at_left < at_right ? right : left;
    }
    double size = 0;
    for (std::size_t i = 0; i < 4; ++i)
        size = std::max(
            { size, query.x_t0[i].cwiseAbs().maxCoeff(), query.x_t1[i].cwiseAbs().maxCoeff() });
    // Extended precision has 2⁻⁶⁴; this is some hundred roundings of the largest coordinate.
    return double(best) * (1 + 1e-15) + 1e-17 * size;
}

}  // namespace gambol::bench
