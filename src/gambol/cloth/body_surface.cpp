// SPDX-License-Identifier: MIT
#include "gambol/cloth/body_surface.hpp"

#include "gambol/collision/closest_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

// Of the distance: triangles that share the nearest point differ by rounding only.
constexpr double kEquallyNear = 1e-9;

double volume(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d)
{
    return (a - d).dot((b - d).cross(c - d));
}

bool edge_crosses(const Matrix3Xd& x, int from, int to, const Vector3i& triangle)
{
    const Vector3d p = x.col(from), q = x.col(to);
    const Vector3d a = x.col(triangle[0]), b = x.col(triangle[1]), c = x.col(triangle[2]);
    if (volume(a, b, c, p) * volume(a, b, c, q) > 0)
        return false;
    const double ab = volume(p, q, a, b), bc = volume(p, q, b, c), ca = volume(p, q, c, a);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

double distance(collision::PairKind kind, const Matrix3Xd& x, int i, int j, int k, int l)
{
    return collision::closest_points(kind, { x.col(i), x.col(j), x.col(k), x.col(l) }).distance;
}

}  // namespace

std::vector<std::vector<int>> scripted_triangles(const collision::CollisionMesh& mesh)
{
    std::vector<std::vector<int>> result(mesh.object_names.size());
    for (int t = 0; t < int(mesh.triangles.size()); ++t) {
        const Vector3i& v = mesh.triangles[std::size_t(t)];
        if (!mesh.is_free(v[0]) || !mesh.is_free(v[1]) || !mesh.is_free(v[2]))
            result[std::size_t(mesh.object[std::size_t(v[0])])].push_back(t);
    }
    return result;
}

NearestOnSurface nearest_on_surface(const collision::CollisionMesh& mesh,
    const std::vector<int>& triangles, const Matrix3Xd& x, const Vector3d& p)
{
    NearestOnSurface nearest;
    nearest.distance = std::numeric_limits<double>::infinity();
    double facing = -1;
    for (const int t : triangles) {
        const Vector3i& v = mesh.triangles[std::size_t(t)];
        const Vector3d a = x.col(v[0]), b = x.col(v[1]), c = x.col(v[2]);
        const collision::ClosestPoints closest
            = collision::closest_points(collision::PairKind::vertex_triangle, { p, a, b, c });
        if (closest.distance > (1 + kEquallyNear) * nearest.distance)
            continue;
        const Vector3d normal = (b - a).cross(c - a).normalized();
        const double cosine = normal.dot(closest.normal);
        const bool nearer = closest.distance < (1 - kEquallyNear) * nearest.distance;
        if (!nearer && std::abs(cosine) <= facing)
            continue;
        facing = std::abs(cosine);
        nearest = { t, -closest.weights.tail<3>(), normal, closest.distance,
            cosine > 0 ? 1 : (cosine < 0 ? -1 : 0) };
    }
    return nearest;
}

bool triangles_meet(const Matrix3Xd& x, const Vector3i& a, const Vector3i& b, double clearance)
{
    for (int k = 0; k < 3; ++k)
        if (edge_crosses(x, a[k], a[(k + 1) % 3], b) || edge_crosses(x, b[k], b[(k + 1) % 3], a))
            return true;
    for (int k = 0; k < 3; ++k) {
        if (distance(collision::PairKind::vertex_triangle, x, a[k], b[0], b[1], b[2]) < clearance
            || distance(collision::PairKind::vertex_triangle, x, b[k], a[0], a[1], a[2])
                < clearance)
            return true;
        for (int l = 0; l < 3; ++l)
            if (distance(
                    collision::PairKind::edge_edge, x, a[k], a[(k + 1) % 3], b[l], b[(l + 1) % 3])
                < clearance)
                return true;
    }
    return false;
}

}  // namespace gambol::cloth
