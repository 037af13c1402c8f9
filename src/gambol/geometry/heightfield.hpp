// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/nearest.hpp"
#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

namespace gambol {

/// The surface of a heightfield: a bicubic patch per cell through its four corners, with slopes at
/// each node half the difference of its neighbours (Catmull and Rom's spline along x and y). With
/// t ∈ [0, 1] the place within a cell, one row of four nodes h₋₁ … h₂ gives
///
///     h = ½ [ (−t³+2t²−t) h₋₁ + (3t³−5t²+2) h₀ + (−3t³+4t²+t) h₁ + (t³−t²) h₂ ]
///
/// Beyond the rim nodes go on in a straight line. Slopes are continuous, curvatures jump from cell
/// to cell.
struct HeightSample {
    double height = 0;
    Eigen::Vector2d slope;  // ∂h/∂x, ∂h/∂y
    Eigen::Matrix2d curvature;  // second derivatives
    [[nodiscard]] Eigen::Vector3d normal() const
    {
        return Eigen::Vector3d(-slope.x(), -slope.y(), 1).normalized();
    }
};

/// Places outside the rectangle are moved onto its rim.
[[nodiscard]] HeightSample height_at(const Heightfield&, const Eigen::Vector2d& place);

[[nodiscard]] bool covers(const Heightfield&, const Eigen::Vector2d& place);

/// Exact where the surface is nearer than its radius of curvature; farther away a local minimum of
/// the distance found from the best of 49 places. 0.4 µs near the surface, below 1 µs elsewhere.
[[nodiscard]] SurfacePoint nearest_on_heightfield(const Heightfield&, const Eigen::Vector3d& p);

/// For drawing: the surface as triangles, finer than the grid where that is coarse, and its sides
/// down to a little below the lowest height.
struct HeightfieldMesh {
    std::vector<Eigen::Vector3d> vertices, normals;
    std::vector<Eigen::Vector3i> triangles;  // counter-clockwise seen from outside
};
[[nodiscard]] HeightfieldMesh triangulated(const Heightfield&);

}  // namespace gambol
