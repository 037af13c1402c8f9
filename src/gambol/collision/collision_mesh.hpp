// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <string>
#include <vector>

namespace gambol::collision {

/// All cloth and all bodies of a scene in one numbering of vertices. Topology and masses only; the
/// positions travel beside it as 3 × vertices.
struct CollisionMesh {
    std::vector<Eigen::Vector3i> triangles;
    std::vector<Eigen::Vector2i> edges;  // each once: those of triangles, and wires (unique_edges)
    std::vector<double> mass_inverse;  // per vertex [1/kg]; 0: scripted or pinned, exactly infinite
    std::vector<int> object;  // per vertex: which cloth or body
    std::vector<std::string> object_names;

    [[nodiscard]] int vertex_count() const { return int(mass_inverse.size()); }
    [[nodiscard]] bool is_free(int vertex) const { return mass_inverse[std::size_t(vertex)] > 0; }
};

/// The edges of the triangles and the wires, each once, smaller vertex first, in the order in which
/// they are met.
[[nodiscard]] std::vector<Eigen::Vector2i> unique_edges(
    const std::vector<Eigen::Vector3i>& triangles, const std::vector<Eigen::Vector2i>& wires = {});

/// Adds an object to the mesh and returns its first vertex. Indices of the triangles and wires
/// count from 0 within the object.
int add_object(CollisionMesh& mesh, const std::string& name,
    const std::vector<double>& mass_inverse, const std::vector<Eigen::Vector3i>& triangles,
    const std::vector<Eigen::Vector2i>& wires = {});

/// Adds a body that is scripted as a whole. Edges within a flat face, as the diagonals of a box,
/// are left out: what comes through such a face meets it with a vertex, or meets its rim. They
/// would be hit by edges that cross them at a slant, whose common normal is not that of the face.
int add_rigid_object(CollisionMesh& mesh, const std::string& name,
    const std::vector<Eigen::Vector3d>& vertices, const std::vector<Eigen::Vector3i>& triangles);

}  // namespace gambol::collision
