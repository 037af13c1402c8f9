// SPDX-License-Identifier: MIT
#include "gambol/io/export/shape_mesh.hpp"

#include "gambol/geometry/heightfield.hpp"
#include "gambol/geometry/surface_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gambol::io {
namespace {

using Eigen::Vector3d;

constexpr int kAround = 24;  // facets around a capsule; 16 shows corners on a close head
constexpr int kRings = 8;  // of a hemisphere

void add_vertex(const Vector3d& position, const Vector3d& normal, ShapeMesh& mesh)
{
    mesh.positions.push_back(position.cast<float>());
    mesh.normals.push_back(normal.cast<float>());
}

/// Joins rows of `columns` + 1 vertices each, the first of which starts at `first`.
void add_grid(std::size_t first, int rows, int columns, ShapeMesh& mesh)
{
    for (int r = 0; r + 1 < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const auto at = [&](int row, int column) {
                return static_cast<std::uint32_t>(first)
                    + static_cast<std::uint32_t>(row * (columns + 1) + column);
            };
            for (const std::uint32_t index : { at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r, c),
                     at(r + 1, c + 1), at(r + 1, c) })
                mesh.indices.push_back(index);
        }
}

/// Smooth all over: the normal of a vertex points away from the axis.
void add_capsule(const Capsule& capsule, ShapeMesh& mesh)
{
    const Mesh source
        = surface_mesh(capsule, { .around = kAround, .rings = kRings, .enclosing = false });
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const Vector3d axis = capsule.to - capsule.from;
    for (const Vector3d& vertex : source.vertices) {
        const double along = axis.squaredNorm() > 0
            ? std::clamp(axis.dot(vertex - capsule.from) / axis.squaredNorm(), 0.0, 1.0)
            : 0;
        add_vertex(vertex, (vertex - capsule.from - along * axis).normalized(), mesh);
    }
    for (const Eigen::Vector3i& t : source.triangles)
        for (const int corner : t)
            mesh.indices.push_back(first + static_cast<std::uint32_t>(corner));
}

void add_triangles(const Mesh& source, ShapeMesh& mesh)
{
    for (const Eigen::Vector3i& t : source.triangles) {
        const Vector3d a = source.vertices[t[0]], b = source.vertices[t[1]],
                       c = source.vertices[t[2]];
        const Vector3d normal = (b - a).cross(c - a).stableNormalized();
        for (const Vector3d& corner : { a, b, c }) {
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
            add_vertex(corner, normal, mesh);
        }
    }
}

void add_heightfield(const Heightfield& field, ShapeMesh& mesh)
{
    const HeightfieldMesh source = triangulated(field);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (std::size_t i = 0; i < source.vertices.size(); ++i)
        add_vertex(source.vertices[i], source.normals[i], mesh);
    for (const Eigen::Vector3i& t : source.triangles)
        for (const int corner : t)
            mesh.indices.push_back(first + static_cast<std::uint32_t>(corner));
}

}  // namespace

void add_quad(const std::array<Vector3d, 4>& corners, ShapeMesh& mesh)
{
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    for (const Vector3d& corner : corners)
        add_vertex(corner, normal, mesh);
    for (const std::uint32_t index : { 0u, 1u, 2u, 0u, 2u, 3u })
        mesh.indices.push_back(first + index);
}

void add_torus(double ring_radius, double tube_radius, ShapeMesh& mesh)
{
    constexpr int kTube = 12, kRing = 48;
    const std::size_t first = mesh.positions.size();
    for (int row = 0; row <= kTube; ++row) {
        const double tube = row * 2 * std::numbers::pi / kTube;
        for (int column = 0; column <= kRing; ++column) {
            const double ring = column * 2 * std::numbers::pi / kRing;
            const Vector3d outward(std::cos(ring), std::sin(ring), 0);
            const Vector3d normal = std::cos(tube) * outward + std::sin(tube) * Vector3d::UnitZ();
            add_vertex(ring_radius * outward + tube_radius * normal, normal, mesh);
        }
    }
    add_grid(first, kTube + 1, kRing, mesh);
}

void add_shape(const Shape& shape, ShapeMesh& mesh)
{
    std::visit(Overloaded {
                   [](const Plane&) {},
                   [&](const Box& box) { add_triangles(surface_mesh(box), mesh); },
                   [&](const Capsule& capsule) { add_capsule(capsule, mesh); },
                   [&](const Sphere& sphere) {
                       add_capsule({ sphere.center, sphere.center, sphere.radius }, mesh);
                   },
                   [&](const Heightfield& field) { add_heightfield(field, mesh); },
                   [&](const Mesh& triangles) { add_triangles(triangles, mesh); },
               },
        shape);
}

}  // namespace gambol::io
