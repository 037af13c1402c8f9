// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Geometry>

#include <vector>

namespace gambol::audit_detail {

/// Signed distance from a point to the surface of a shape (negative inside), both in the shape's
/// frame. Exact for all shapes; for a mesh the sign comes from its winding number. A heightfield is
/// exact where it is nearer than its radius of curvature.
[[nodiscard]] double signed_distance(const Shape& shape, const Eigen::Vector3d& point);

/// Outward normal of the shape's surface near the point. At edges of a box, within `reach` of more
/// than one face, the face that best agrees with `hint` counts: an edge supports any direction
/// between its faces.
[[nodiscard]] Eigen::Vector3d surface_normal(
    const Shape& shape, const Eigen::Vector3d& point, const Eigen::Vector3d& hint, double reach);

/// Points whose balls of that radius together reach as deep as the shape does. Planes and
/// heightfields belong to the world and have none.
struct Probe {
    Eigen::Vector3d point;
    double radius;
};
[[nodiscard]] std::vector<Probe> probes(const Shape& shape);

}  // namespace gambol::audit_detail
