// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <optional>
#include <string>
#include <vector>

namespace gambol::cloth {

/// A flat sheet in the plane z = 0, centred on the origin: cells.x × cells.y squares of two
/// triangles each, whose diagonals alternate so that no direction is stiffer than another.
[[nodiscard]] Mesh sheet_mesh(const Eigen::Vector2d& size, const Eigen::Vector2i& cells);

/// An open tube around the z axis, centred on the origin, or a part of one: skirts, sleeves, capes.
struct TubeShape {
    Eigen::Vector2d radius = Eigen::Vector2d::Ones();  // m along x and y, at the bottom
    Eigen::Vector2d top_radius = Eigen::Vector2d::Ones();
    double length = 1;  // m along z
    double arc = 6.283185307179586;  // rad; less than a turn is open, its middle along x
    Eigen::Vector2i cells { 3, 1 };  // around, along

    [[nodiscard]] bool closed() const { return arc > 6.283185; }
};
[[nodiscard]] Mesh tube_mesh(const TubeShape& tube);

/// A round one.
[[nodiscard]] Mesh tube_mesh(double radius, double length, const Eigen::Vector2i& cells);

/// The first thing that keeps a mesh from being cloth.
struct ClothMeshFault {
    std::string what;  // in words, elements counted from 1
    int vertex = -1, triangle = -1;  // the element at fault, if it is one, counted from 0
};

/// An index out of range, a coordinate that is no number, a triangle without area, an edge of three
/// triangles or of two that disagree about its sides, a vertex without triangle. Nothing when the
/// mesh is fine.
[[nodiscard]] std::optional<ClothMeshFault> cloth_mesh_fault(const Mesh& mesh);

}  // namespace gambol::cloth
