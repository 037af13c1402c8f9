// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <Eigen/Dense>

namespace gambol {

/// A segment drawn out along a line through its joint and thickened across it:
///
///     p ↦ A p,    A = radius 1 + (length − radius) d dᵀ
struct Stretch {
    Eigen::Vector3d along = Eigen::Vector3d::UnitZ();  // d, unit, segment frame
    double length = 1, radius = 1;  // factors

    [[nodiscard]] Eigen::Matrix3d matrix() const;
};

/// Whether a patch is the sole of a foot that lies on the ground, longer than a quarter of its
/// distance from the joint; a shorter one is the end of a stilt.
[[nodiscard]] bool is_sole(const Patch&);

/// Moves the material of a segment, its shapes, its patches and the joints of its children. Its
/// mass stays; with second moments S = ½ tr(I) 1 − I, they become A S Aᵀ. A patch on a round shape
/// stays on its surface, and what is no sole keeps its size.
void stretch_segment(Character&, int segment, const Stretch&);

}  // namespace gambol
