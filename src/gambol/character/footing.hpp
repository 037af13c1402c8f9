// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol {

/// A body does not lie, nor a foot stand, on steeper ground than this.
constexpr double kSteepestFooting = 0.7;  // rad

/// The smallest turn that brings the vertical to the normal of the plane nearest to the points; at
/// most kSteepestFooting, and none where they lie in one line.
[[nodiscard]] Eigen::Quaterniond lean_of(const std::vector<Eigen::Vector3d>& points);

/// How a foot stands on the floor below it.
struct Footing {
    Eigen::Vector3d center;  // of the patch
    Eigen::Matrix3d turn;  // from how it was
};

/// For a patch at `center` with axes x, y, normal: flat on the plane through the surface below its
/// corners; level on the highest of them where they lie on two surfaces. Nothing when there is no
/// surface below.
[[nodiscard]] std::optional<Footing> find_footing(const Eigen::Vector3d& center,
    const Eigen::Matrix3d& axes, const Eigen::Vector2d& half_size,
    const std::vector<Shape>& surfaces);

}  // namespace gambol
