// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/fabric/cloth_material.hpp"
#include "gambol/cloth/fabric/hinge.hpp"
#include "gambol/cloth/fabric/membrane.hpp"
#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// An edge of a triangle and how long it may become.
struct LimitedEdge {
    int a = 0, b = 0;
    double rest = 0, longest = 0;  // m
};

/// All cloth of a scene as elements over one numbering of vertices. Never changes during a run.
struct Fabric {
    std::vector<double> mass;  // kg, per vertex
    std::vector<Eigen::Vector3i> triangles;
    std::vector<MembraneTriangle> membrane;  // one per triangle
    std::vector<double> membrane_damping;  // s
    std::vector<Hinge> hinges;
    std::vector<double> hinge_damping;  // s
    std::vector<LimitedEdge> edges;

    [[nodiscard]] int vertex_count() const { return int(mass.size()); }
};

/// Adds a sheet that is at rest in the shape given, and returns its first vertex. `warp`: the
/// direction of the threads at rest, laid into every triangle.
int add_sheet(
    Fabric& fabric, const Mesh& rest, const Eigen::Vector3d& warp, const ClothMaterial& material);

/// Slows what moves through resting air: a triangle of area A and unit normal n feels
/// −½ ρ A |vₙ| vₙ n [N] (plate across the wind, drag coefficient 1), shared by its vertices. Taken
/// implicitly per vertex, so that it never turns a velocity round.
void apply_air_drag(const Fabric& fabric, const Eigen::Matrix3Xd& x, double air_density, double dt,
    Eigen::Matrix3Xd& v);

/// Shortens edges that are longer than allowed, a few sweeps, moving lighter ends more; momentum
/// is kept, ends with `mass_inverse` 0 stay.
void limit_strain(const std::vector<LimitedEdge>& edges, const std::vector<double>& mass_inverse,
    int sweeps, Eigen::Matrix3Xd& x);

}  // namespace gambol::cloth
