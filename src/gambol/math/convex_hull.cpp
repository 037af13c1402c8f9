// SPDX-License-Identifier: MIT
#include "gambol/math/convex_hull.hpp"

#include <algorithm>

namespace gambol {

namespace {

using Eigen::Vector2d;

/// Twice the area of a, b, c; positive when they turn left.
double turn(const Vector2d& a, const Vector2d& b, const Vector2d& c)
{
    return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

/// The half of the hull that lies to the right of the way through `points`.
template <class Iterator>
void append_half(Iterator begin, Iterator end, std::vector<Vector2d>& hull)
{
    const std::size_t first = hull.size();
    for (Iterator p = begin; p != end; ++p) {
        while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), *p) <= 1e-12)
            hull.pop_back();
        hull.push_back(*p);
    }
    hull.pop_back();  // it begins the other half
}

}  // namespace

std::vector<Vector2d> convex_hull(std::vector<Vector2d> points)
{
    std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
        return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
    });
    if (points.size() < 3)
        return points;
    std::vector<Vector2d> hull;
    append_half(points.begin(), points.end(), hull);
    append_half(points.rbegin(), points.rend(), hull);
    return hull;
}

}  // namespace gambol
