// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_geometry.hpp"

#include "gambol/motion/audit_terrain.hpp"
#include "gambol/motion/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector3d;

constexpr int kCapsuleProbes = 9;  // along the axis; a 5 cm step on a 40 cm thigh

/// With a fallback for the point on the axis itself, where every direction is a normal.
Vector3d direction_or(const Vector3d& v, const Vector3d& fallback)
{
    const double length = v.norm();
    return length > 1e-9 ? Vector3d(v / length) : fallback;
}

double box_distance(const Box& box, const Vector3d& x)
{
    const Vector3d beyond
        = (box.rotation.conjugate() * (x - box.center)).cwiseAbs() - box.half_size;
    return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
}

Vector3d box_normal(const Box& box, const Vector3d& x, const Vector3d& hint, double reach)
{
    const Vector3d local = box.rotation.conjugate() * (x - box.center);
    const Vector3d beyond = local.cwiseAbs() - box.half_size;
    Vector3d best = Vector3d::Zero();
    double best_agreement = -2;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(beyond[axis]) > reach)
            continue;
        const Vector3d normal = box.rotation * (Vector3d::Unit(axis) * (local[axis] < 0 ? -1 : 1));
        if (const double agreement = normal.dot(hint); agreement > best_agreement) {
            best_agreement = agreement;
            best = normal;
        }
    }
    if (best_agreement > -2)
        return best;
    // Deep inside or far away: the nearest face, or the nearest point of the box.
    Vector3d gradient = beyond.cwiseMax(0);
    if (gradient.isZero()) {
        int axis = 0;
        beyond.maxCoeff(&axis);
        gradient = Vector3d::Unit(axis);
    }
    for (int axis = 0; axis < 3; ++axis)
        gradient[axis] *= local[axis] < 0 ? -1 : 1;
    return box.rotation * gradient.normalized();
}

struct MeshHit {
    double distance = std::numeric_limits<double>::infinity();
    Vector3d normal = Vector3d::UnitZ();
};

MeshHit nearest_on_mesh(const Mesh& mesh, const Vector3d& x)
{
    MeshHit hit;
    double solid_angle = 0;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Vector3d a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
        const double distance = (nearest_on_triangle(a, b, c, x) - x).norm();
        if (distance < hit.distance) {
            hit.distance = distance;
            hit.normal = direction_or((b - a).cross(c - a), hit.normal);
        }
        const Vector3d p = a - x, q = b - x, r = c - x;
        const double lp = p.norm(), lq = q.norm(), lr = r.norm();
        solid_angle += 2
            * std::atan2(
                p.dot(q.cross(r)), lp * lq * lr + p.dot(q) * lr + q.dot(r) * lp + r.dot(p) * lq);
    }
    if (solid_angle > 2 * std::numbers::pi)
        hit.distance = -hit.distance;
    return hit;
}

std::vector<Probe> box_probes(const Box& box)
{
    std::vector<Probe> result;
    for (int i = 0; i < 27; ++i) {
        const Vector3d corner(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
        if (!corner.isZero())
            result.push_back({ box.center + box.rotation * corner.cwiseProduct(box.half_size), 0 });
    }
    return result;
}

}  // namespace

double signed_distance(const Shape& shape, const Vector3d& point)
{
    return std::visit(
        Overloaded {
            [&](const Plane& plane) { return plane.normal.dot(point - plane.point); },
            [&](const Box& box) { return box_distance(box, point); },
            [&](const Capsule& capsule) {
                return (point - nearest_on_segment(capsule.from, capsule.to, point)).norm()
                    - capsule.radius;
            },
            [&](const Sphere& sphere) { return (point - sphere.center).norm() - sphere.radius; },
            [&](const Heightfield& field) { return terrain_distance(field, point); },
            [&](const Mesh& mesh) { return nearest_on_mesh(mesh, point).distance; },
        },
        shape);
}

Vector3d surface_normal(
    const Shape& shape, const Vector3d& point, const Vector3d& hint, double reach)
{
    return std::visit(
        Overloaded {
            [&](const Plane& plane) { return plane.normal; },
            [&](const Box& box) { return box_normal(box, point, hint, reach); },
            [&](const Capsule& capsule) {
                return direction_or(
                    point - nearest_on_segment(capsule.from, capsule.to, point), hint);
            },
            [&](const Sphere& sphere) { return direction_or(point - sphere.center, hint); },
            [&](const Heightfield& field) { return terrain_normal(field, point, hint); },
            [&](const Mesh& mesh) { return nearest_on_mesh(mesh, point).normal; },
        },
        shape);
}

std::vector<Probe> probes(const Shape& shape)
{
    return std::visit(
        Overloaded {
            [](const Plane&) { return std::vector<Probe> {}; },
            [](const Heightfield&) { return std::vector<Probe> {}; },
            [](const Box& box) { return box_probes(box); },
            [](const Capsule& capsule) {
                std::vector<Probe> result;
                for (int i = 0; i < kCapsuleProbes; ++i)
                    result.push_back({ capsule.from
                            + (capsule.to - capsule.from) * (double(i) / (kCapsuleProbes - 1)),
                        capsule.radius });
                return result;
            },
            [](const Sphere& sphere) {
                return std::vector<Probe> { { sphere.center, sphere.radius } };
            },
            [](const Mesh& mesh) {
                std::vector<Probe> result;
                for (const Vector3d& vertex : mesh.vertices)
                    result.push_back({ vertex, 0 });
                return result;
            },
        },
        shape);
}

}  // namespace gambol::audit_detail
