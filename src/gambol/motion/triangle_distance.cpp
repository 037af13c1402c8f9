// SPDX-License-Identifier: MIT
#include "gambol/motion/triangle_distance.hpp"

#include "gambol/motion/exact_orientation.hpp"

#include <algorithm>

namespace gambol::audit_detail {

using Eigen::Vector3d;

Vector3d nearest_on_segment(const Vector3d& a, const Vector3d& b, const Vector3d& x)
{
    const Vector3d ab = b - a;
    const double length_sq = ab.squaredNorm();
    const double s = length_sq > 0 ? std::clamp((x - a).dot(ab) / length_sq, 0.0, 1.0) : 0;
    return a + s * ab;
}

Vector3d nearest_on_triangle(
    const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& x)
{
    const Vector3d normal = (b - a).cross(c - a);
    const double area_sq = normal.squaredNorm();
    if (area_sq > 0) {
        const Vector3d foot = x - normal * (normal.dot(x - a) / area_sq);
        const bool inside = normal.dot((b - a).cross(foot - a)) >= 0
            && normal.dot((c - b).cross(foot - b)) >= 0 && normal.dot((a - c).cross(foot - c)) >= 0;
        if (inside)
            return foot;
    }
    Vector3d best = nearest_on_segment(a, b, x);
    for (const Vector3d& candidate : { nearest_on_segment(b, c, x), nearest_on_segment(c, a, x) })
        if ((candidate - x).squaredNorm() < (best - x).squaredNorm())
            best = candidate;
    return best;
}

double segment_distance(const Vector3d& p, const Vector3d& q, const Vector3d& a, const Vector3d& b)
{
    // Where both nearest points lie inside their segments, n = (q−p) × (b−a) joins them; else an
    // end is one of them.
    const Vector3d u = q - p, v = b - a, between = a - p;
    const Vector3d n = u.cross(v);
    if (const double n_sq = n.squaredNorm(); n_sq > 0) {
        const double s = between.cross(v).dot(n) / n_sq, t = between.cross(u).dot(n) / n_sq;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
            return (p + s * u - a - t * v).norm();
    }
    return std::min(
        { (nearest_on_segment(a, b, p) - p).norm(), (nearest_on_segment(a, b, q) - q).norm(),
            (nearest_on_segment(p, q, a) - a).norm(), (nearest_on_segment(p, q, b) - b).norm() });
}

double triangle_distance(
    const Vector3d& p, const Vector3d& q, const Vector3d& a, const Vector3d& b, const Vector3d& c)
{
    if (meet(p, q, a, b, c) != Meeting::apart)
        return 0;
    return std::min({ (nearest_on_triangle(a, b, c, p) - p).norm(),
        (nearest_on_triangle(a, b, c, q) - q).norm(), segment_distance(p, q, a, b),
        segment_distance(p, q, b, c), segment_distance(p, q, c, a) });
}

}  // namespace gambol::audit_detail
