// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Geometry>

namespace gambol::audit_detail {

/// A ball around something, in its frame.
struct Ball {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    double radius = 0;  // m; infinite for what has no bounds
};

[[nodiscard]] Ball bounding_ball(const Shape& shape);

/// How deep two solids reach into each other [m], 0 when they are apart; `a_to_b` takes points of
/// a's frame to b's. Spheres and capsules: radius minus the signed distance of their axis to the
/// other solid, at its deepest. Two boxes: the shortest way out of each other (separating axes).
/// Exact for these. A mesh is compared along its edges, terrain on a grid of points of the other.
[[nodiscard]] double overlap_depth(const Shape& a, const Eigen::Isometry3d& a_to_b, const Shape& b);

}  // namespace gambol::audit_detail
