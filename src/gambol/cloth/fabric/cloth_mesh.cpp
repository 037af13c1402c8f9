// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace gambol::cloth {

namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;

// Twice the area of a triangle over the square of its longest edge; thinner ones have no direction.
constexpr double kThinnest = 1e-6;

/// Two triangles for the square with these corners, counter-clockwise.
void add_square(int a, int b, int c, int d, bool turned, std::vector<Vector3i>& triangles)
{
    if (turned) {
        triangles.emplace_back(a, b, d);
        triangles.emplace_back(b, c, d);
    } else {
        triangles.emplace_back(a, b, c);
        triangles.emplace_back(a, c, d);
    }
}

std::optional<ClothMeshFault> triangle_fault(const Mesh& mesh, std::size_t t)
{
    const std::string name = "triangle " + std::to_string(t + 1);
    const Vector3i& v = mesh.triangles[t];
    for (const int i : v)
        if (i < 0 || std::size_t(i) >= mesh.vertices.size())
            return ClothMeshFault { name + " names vertex " + std::to_string(i + 1)
                    + ", which does not exist",
                -1, int(t) };
    const Vector3d a = mesh.vertices[std::size_t(v[0])], b = mesh.vertices[std::size_t(v[1])],
                   c = mesh.vertices[std::size_t(v[2])];
    const double longest
        = std::max({ (b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm() });
    if (!((b - a).cross(c - a).norm() > kThinnest * longest))
        return ClothMeshFault { name + " has no area", -1, int(t) };
    return std::nullopt;
}

}  // namespace

Mesh sheet_mesh(const Eigen::Vector2d& size, const Eigen::Vector2i& cells)
{
    Mesh mesh;
    const int columns = cells.x() + 1;
    for (int j = 0; j <= cells.y(); ++j)
        for (int i = 0; i <= cells.x(); ++i)
            mesh.vertices.emplace_back((double(i) / cells.x() - 0.5) * size.x(),
                (double(j) / cells.y() - 0.5) * size.y(), 0);
    for (int j = 0; j < cells.y(); ++j)
        for (int i = 0; i < cells.x(); ++i) {
            const int a = j * columns + i;
            add_square(a, a + 1, a + columns + 1, a + columns, (i + j) % 2 != 0, mesh.triangles);
        }
    return mesh;
}

Mesh tube_mesh(const TubeShape& tube)
{
    Mesh mesh;
    const bool closed = tube.closed();
    const int columns = tube.cells.x() + (closed ? 0 : 1);
    const double first = closed ? 0 : -tube.arc / 2;
    for (int j = 0; j <= tube.cells.y(); ++j) {
        const double share = double(j) / tube.cells.y();
        const Eigen::Vector2d radius = (1 - share) * tube.radius + share * tube.top_radius;
        for (int i = 0; i < columns; ++i) {
            const double angle = first + tube.arc * i / tube.cells.x();
            mesh.vertices.emplace_back(radius.x() * std::cos(angle), radius.y() * std::sin(angle),
                (share - 0.5) * tube.length);
        }
    }
    for (int j = 0; j < tube.cells.y(); ++j)
        for (int i = 0; i < tube.cells.x(); ++i) {
            const int a = j * columns + i, b = j * columns + (i + 1) % columns;
            add_square(a, b, b + columns, a + columns, (i + j) % 2 != 0, mesh.triangles);
        }
    return mesh;
}

Mesh tube_mesh(double radius, double length, const Eigen::Vector2i& cells)
{
    const Eigen::Vector2d round = Eigen::Vector2d::Constant(radius);
    return tube_mesh({ .radius = round, .top_radius = round, .length = length, .cells = cells });
}

std::optional<ClothMeshFault> cloth_mesh_fault(const Mesh& mesh)
{
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        if (!mesh.vertices[i].allFinite())
            return ClothMeshFault {
                "vertex " + std::to_string(i + 1) + " has a coordinate that is no number", int(i)
            };
    if (mesh.triangles.empty())
        return ClothMeshFault { "it has no triangles" };
    std::vector<bool> used(mesh.vertices.size(), false);
    std::map<std::pair<int, int>, std::size_t> directed;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (std::optional<ClothMeshFault> fault = triangle_fault(mesh, t))
            return fault;
        for (int k = 0; k < 3; ++k) {
            const int a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
            used[std::size_t(a)] = true;
            const auto [other, is_new] = directed.try_emplace({ a, b }, t);
            if (!is_new)
                return ClothMeshFault { "triangles " + std::to_string(other->second + 1) + " and "
                        + std::to_string(t + 1) + " run the same way along the edge from vertex "
                        + std::to_string(a + 1) + " to " + std::to_string(b + 1)
                        + ": more than two triangles meet there, or one is turned inside out",
                    -1, int(t) };
        }
    }
    for (std::size_t i = 0; i < used.size(); ++i)
        if (!used[i])
            return ClothMeshFault { "vertex " + std::to_string(i + 1) + " belongs to no triangle",
                int(i) };
    return std::nullopt;
}

}  // namespace gambol::cloth
