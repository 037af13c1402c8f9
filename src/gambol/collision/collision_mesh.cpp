// SPDX-License-Identifier: MIT
#include "gambol/collision/collision_mesh.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gambol::collision {

using Eigen::Vector2i;
using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

constexpr double kFlat = 1e-9;  // sine of the angle between two faces

using Edge = std::pair<int, int>;

/// Inner edges whose two triangles lie in one plane, side by side.
std::set<Edge> flat_edges(
    const std::vector<Vector3d>& vertices, const std::vector<Vector3i>& triangles)
{
    std::map<Edge, std::vector<Vector3d>> normals;
    for (const Vector3i& t : triangles) {
        const Vector3d& origin = vertices[std::size_t(t[0])];
        const Vector3d normal = (vertices[std::size_t(t[1])] - origin)
                                    .cross(vertices[std::size_t(t[2])] - origin)
                                    .normalized();
        for (int k = 0; k < 3; ++k)
            normals[std::minmax(t[k], t[(k + 1) % 3])].push_back(normal);
    }
    std::set<Edge> flat;
    for (const auto& [edge, of] : normals)
        if (of.size() == 2 && of[0].dot(of[1]) > 0 && of[0].cross(of[1]).norm() < kFlat)
            flat.insert(edge);
    return flat;
}

}  // namespace

std::vector<Vector2i> unique_edges(
    const std::vector<Vector3i>& triangles, const std::vector<Vector2i>& wires)
{
    std::vector<Vector2i> edges;
    std::set<std::pair<int, int>> seen;
    const auto add = [&](int a, int b) {
        const auto [low, high] = std::minmax(a, b);
        if (seen.emplace(low, high).second)
            edges.emplace_back(low, high);
    };
    for (const Vector3i& triangle : triangles)
        for (int k = 0; k < 3; ++k)
            add(triangle[k], triangle[(k + 1) % 3]);
    for (const Vector2i& wire : wires)
        add(wire[0], wire[1]);
    return edges;
}

int add_object(CollisionMesh& mesh, const std::string& name,
    const std::vector<double>& mass_inverse, const std::vector<Vector3i>& triangles,
    const std::vector<Vector2i>& wires)
{
    const int first = mesh.vertex_count();
    mesh.mass_inverse.insert(mesh.mass_inverse.end(), mass_inverse.begin(), mass_inverse.end());
    mesh.object.resize(mesh.mass_inverse.size(), int(mesh.object_names.size()));
    mesh.object_names.push_back(name);
    for (const Vector3i& triangle : triangles)
        mesh.triangles.emplace_back(triangle + Vector3i::Constant(first));
    for (const Vector2i& edge : unique_edges(triangles, wires))
        mesh.edges.emplace_back(edge + Vector2i::Constant(first));
    return first;
}

int add_rigid_object(CollisionMesh& mesh, const std::string& name,
    const std::vector<Vector3d>& vertices, const std::vector<Vector3i>& triangles)
{
    const auto first_edge = std::ptrdiff_t(mesh.edges.size());
    const int first = add_object(mesh, name, std::vector<double>(vertices.size(), 0.0), triangles);
    const std::set<Edge> flat = flat_edges(vertices, triangles);
    const auto is_flat = [&](const Vector2i& edge) {
        return flat.contains({ edge[0] - first, edge[1] - first });
    };
    mesh.edges.erase(std::remove_if(mesh.edges.begin() + first_edge, mesh.edges.end(), is_flat),
        mesh.edges.end());
    return first;
}

}  // namespace gambol::collision
