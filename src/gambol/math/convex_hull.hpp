// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace gambol {

/// The corners of the convex hull, anticlockwise; points on its edges are none.
[[nodiscard]] std::vector<Eigen::Vector2d> convex_hull(std::vector<Eigen::Vector2d> points);

}  // namespace gambol
