// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <limits>
#include <optional>
#include <vector>

namespace gambol {

/// Height at which the vertical through x, y enters the solid from above, not above `from`. Nothing
/// where it misses the solid, or starts inside it.
[[nodiscard]] std::optional<double> height_below(const Shape& shape, const Eigen::Vector2d& place,
    double from = std::numeric_limits<double>::infinity());

/// The highest of all surfaces.
[[nodiscard]] std::optional<double> height_below(const std::vector<Shape>& surfaces,
    const Eigen::Vector2d& place, double from = std::numeric_limits<double>::infinity());

}  // namespace gambol
