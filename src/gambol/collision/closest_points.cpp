// SPDX-License-Identifier: MIT
#include "gambol/collision/closest_points.hpp"

#include <algorithm>
#include <limits>

namespace gambol::collision {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

/// Which vertex, edge or the face of a triangle is nearest, by the signs of projections
/// [Ericson 2005, 5.1.5].
Vector4d vertex_triangle_weights(const FourPoints& x)
{
    const Vector3d ab = x[2] - x[1], ac = x[3] - x[1];
    const Vector3d ap = x[0] - x[1], bp = x[0] - x[2], cp = x[0] - x[3];
    const double d1 = ab.dot(ap), d2 = ac.dot(ap);
    if (d1 <= 0 && d2 <= 0)
        return { 1, -1, 0, 0 };
    const double d3 = ab.dot(bp), d4 = ac.dot(bp);
    if (d3 >= 0 && d4 <= d3)
        return { 1, 0, -1, 0 };
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        const double s = d1 / (d1 - d3);
        return { 1, s - 1, -s, 0 };
    }
    const double d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d6 >= 0 && d5 <= d6)
        return { 1, 0, 0, -1 };
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        const double s = d2 / (d2 - d6);
        return { 1, s - 1, 0, -s };
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        const double s = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return { 1, 0, s - 1, -s };
    }
    const double sum = va + vb + vc;
    if (!(sum > 0))  // a triangle without area that none of the cases above caught
        return { 1, -1, 0, 0 };
    return { 1, vb / sum + vc / sum - 1, -vb / sum, -vc / sum };
}

Vector4d edge_edge_weights(const FourPoints& x)
{
    // Below this sine² of the angle between edges their crossing is lost in rounding; any point of
    // the overlap will do then.
    constexpr double kParallel = 1e-14;
    const Vector3d along_a = x[1] - x[0], along_b = x[3] - x[2], between = x[0] - x[2];
    const double aa = along_a.squaredNorm(), bb = along_b.squaredNorm(), ab = along_a.dot(along_b);
    const double c = along_a.dot(between), f = along_b.dot(between);
    const auto unit = [](double s) { return std::clamp(s, 0.0, 1.0); };
    double s = 0, t = 0;
    if (aa > 0 && bb > 0) {
        const double determinant = aa * bb - ab * ab;
        s = determinant > kParallel * aa * bb ? unit((ab * f - c * bb) / determinant) : 0.5;
        t = (ab * s + f) / bb;
        if (t < 0 || t > 1)
            t = unit(t);
        s = unit((ab * t - c) / aa);
    } else if (bb > 0) {
        t = unit(f / bb);
    } else if (aa > 0) {
        s = unit(-c / aa);
    }
    return { 1 - s, s, t - 1, -t };
}

}  // namespace

ClosestPoints closest_points(PairKind kind, const FourPoints& x)
{
    ClosestPoints result;
    result.weights
        = kind == PairKind::vertex_triangle ? vertex_triangle_weights(x) : edge_edge_weights(x);
    const Vector4d& w = result.weights;
    const Vector3d h = (w[0] * x[0] + w[1] * x[1]) + (w[2] * x[2] + w[3] * x[3]);
    result.distance = h.norm();
    if (result.distance > std::numeric_limits<double>::min())
        result.normal = h / result.distance;
    else
        result.normal.setZero();
    return result;
}

}  // namespace gambol::collision
