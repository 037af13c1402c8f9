// SPDX-License-Identifier: MIT
#include "gambol/collision/collision_mesh.hpp"

#include <algorithm>
#include <set>

namespace gambol {

using Eigen::Vector2i;
using Eigen::Vector3i;

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

}  // namespace gambol
