// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// Length of the smooth curve through the points: cubic pieces whose slope at a point is that
/// between its neighbours.
[[nodiscard]] double curve_length(const std::vector<Eigen::Vector3d>& points);

/// Where the vertices of sheet_mesh({curve_length, width}, cells) are when its middle line follows
/// the curve and its width stands upright. A strip bends easily that way: wherever the curve is
/// level, it is bent without being stretched.
[[nodiscard]] std::vector<Eigen::Vector3d> strip_along(
    const std::vector<Eigen::Vector3d>& points, double width, const Eigen::Vector2i& cells);

}  // namespace gambol::cloth
