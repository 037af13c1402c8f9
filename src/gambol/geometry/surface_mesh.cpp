// SPDX-License-Identifier: MIT
#include "gambol/geometry/surface_mesh.hpp"

#include "gambol/geometry/heightfield.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

Mesh plane_square(const Plane& plane, const SurfaceMeshOptions& options)
{
    const Vector3d n = plane.normal;
    const Vector3d center = options.plane_center - n.dot(options.plane_center - plane.point) * n;
    const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), n);
    const Vector3d u = options.plane_half_size * (turn * Vector3d::UnitX()),
                   v = options.plane_half_size * (turn * Vector3d::UnitY());
    Mesh mesh;
    mesh.vertices = { center - u - v, center + u - v, center + u + v, center - u + v };
    mesh.triangles = { { 0, 1, 2 }, { 0, 2, 3 } };
    return mesh;
}

Mesh box_faces(const Box& box)
{
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.push_back(box.center
            + box.rotation
                * Vector3d(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)
                      .cwiseProduct(box.half_size));
    for (const Eigen::Vector4i& q : { Eigen::Vector4i(0, 4, 6, 2), Eigen::Vector4i(1, 3, 7, 5),
             Eigen::Vector4i(0, 1, 5, 4), Eigen::Vector4i(2, 6, 7, 3), Eigen::Vector4i(0, 2, 3, 1),
             Eigen::Vector4i(4, 5, 7, 6) }) {
        mesh.triangles.emplace_back(q[0], q[1], q[2]);
        mesh.triangles.emplace_back(q[0], q[2], q[3]);
    }
    return mesh;
}

/// Least distance of a facet's plane from the origin.
double inner_radius(const Mesh& mesh)
{
    double least = 1;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Vector3d a = mesh.vertices[std::size_t(t[0])];
        const Vector3d n = (mesh.vertices[std::size_t(t[1])] - a)
                               .cross(mesh.vertices[std::size_t(t[2])] - a)
                               .normalized();
        least = std::min(least, std::abs(n.dot(a)));
    }
    return least;
}

std::vector<Vector2d> half_circle(int rings)
{
    std::vector<Vector2d> profile;
    for (int i = -rings; i <= rings; ++i) {
        const double latitude = i * std::numbers::pi / (2 * rings);
        profile.emplace_back(std::abs(i) == rings ? 0.0 : std::cos(latitude), std::sin(latitude));
    }
    return profile;
}

Mesh around_axis(
    const Vector3d& from, const Vector3d& to, double radius, const SurfaceMeshOptions& options)
{
    const Vector3d axis = to - from;
    const double length = axis.norm();
    const std::vector<Vector2d> unit = half_circle(options.rings);
    const double scale
        = options.enclosing ? radius / inner_radius(turned_mesh(unit, options.around)) : radius;
    std::vector<Vector2d> profile;
    for (int i = 0; i < int(unit.size()); ++i) {
        profile.push_back(scale * unit[std::size_t(i)]);
        if (i == options.rings && length > 0)
            profile.push_back(profile.back());
        if (i >= options.rings)
            profile.back().y() += length;
    }
    Mesh mesh = turned_mesh(profile, options.around);
    const Eigen::Quaterniond turn = length > 0
        ? Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis)
        : Eigen::Quaterniond::Identity();
    for (Vector3d& vertex : mesh.vertices)
        vertex = from + turn * vertex;
    return mesh;
}

}  // namespace

Mesh turned_mesh(const std::vector<Vector2d>& profile, int segments)
{
    Mesh mesh;
    std::vector<int> first;  // vertex of each ring; a pole is a ring of one
    const auto is_pole = [&](std::size_t k) { return profile[k].x() <= 0; };
    for (std::size_t k = 0; k < profile.size(); ++k) {
        first.push_back(int(mesh.vertices.size()));
        for (int s = 0; s < (is_pole(k) ? 1 : segments); ++s) {
            // Turned by a share of a facet: edges that lie exactly across those of a sheet made on
            // the same axes would be a special case everywhere at once.
            const double angle = 2 * std::numbers::pi * (s + 0.37) / segments;
            mesh.vertices.emplace_back(
                profile[k].x() * std::cos(angle), profile[k].x() * std::sin(angle), profile[k].y());
        }
    }
    const auto at
        = [&](std::size_t k, int s) { return first[k] + (is_pole(k) ? 0 : s % segments); };
    for (std::size_t k = 0; k + 1 < profile.size(); ++k)
        for (int s = 0; s < segments; ++s) {
            if (!is_pole(k))
                mesh.triangles.emplace_back(at(k, s), at(k, s + 1), at(k + 1, s));
            if (!is_pole(k + 1))
                mesh.triangles.emplace_back(at(k, s + 1), at(k + 1, s + 1), at(k + 1, s));
        }
    return mesh;
}

Mesh surface_mesh(const Shape& shape, const SurfaceMeshOptions& options)
{
    return std::visit(Overloaded {
                          [&](const Plane& plane) { return plane_square(plane, options); },
                          [](const Box& box) { return box_faces(box); },
                          [&](const Capsule& capsule) {
                              return around_axis(capsule.from, capsule.to, capsule.radius, options);
                          },
                          [&](const Sphere& sphere) {
                              return around_axis(
                                  sphere.center, sphere.center, sphere.radius, options);
                          },
                          [](const Heightfield& field) {
                              const HeightfieldMesh source = triangulated(field);
                              Mesh mesh;
                              mesh.vertices = source.vertices;
                              mesh.triangles = source.triangles;
                              return mesh;
                          },
                          [](const Mesh& mesh) { return mesh; },
                      },
        shape);
}

}  // namespace gambol
