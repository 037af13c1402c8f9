// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <array>
#include <cstdint>
#include <vector>

namespace gambol::io {

/// Triangles with a normal at every vertex, ready for a graphics format.
struct ShapeMesh {
    std::vector<Eigen::Vector3f> positions, normals;
    std::vector<std::uint32_t> indices;
};

/// Adds the surface of a shape, in the shape's frame. A plane has no bounds and adds nothing.
void add_shape(const Shape& shape, ShapeMesh& mesh);

/// A ring around the z axis through its tube.
void add_torus(double ring_radius, double tube_radius, ShapeMesh& mesh);

/// Four corners, counter-clockwise seen from where the normal points.
void add_quad(const std::array<Eigen::Vector3d, 4>& corners, ShapeMesh& mesh);

}  // namespace gambol::io
