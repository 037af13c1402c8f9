// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

namespace gambol::audit_detail {

/// The surface of a heightfield at a place of its rectangle, as docs/motion-format.md defines it.
struct TerrainPoint {
    double height = 0;
    Eigen::Vector2d slope;
};
[[nodiscard]] TerrainPoint terrain_at(const Heightfield& field, const Eigen::Vector2d& place);

/// Signed distance to the solid below the surface, its vertical sides included; negative inside.
[[nodiscard]] double terrain_distance(const Heightfield& field, const Eigen::Vector3d& point);

/// Normal of the surface at its point nearest to `point`, or of a side when only that is near.
[[nodiscard]] Eigen::Vector3d terrain_normal(
    const Heightfield& field, const Eigen::Vector3d& point, const Eigen::Vector3d& hint);

}  // namespace gambol::audit_detail
