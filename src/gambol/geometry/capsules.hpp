// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/nearest.hpp"
#include "gambol/geometry/shape.hpp"

#include <vector>

namespace gambol {

/// Capsules that stand for a shape where round ones are needed: a box becomes one along its longest
/// side, as thin as its shortest; planes and meshes have none.
[[nodiscard]] std::vector<Capsule> as_capsules(const Shape& shape);

/// Where the axes of two capsules are nearest.
struct CapsuleGap {
    SegmentPair at;  // along the axes
    Eigen::Vector3d between = Eigen::Vector3d::Zero();  // m, from the axis of b to that of a
    double distance = 0;  // m, of the axes: |between|
    double gap = 0;  // m, of the surfaces; negative where they overlap
};
[[nodiscard]] CapsuleGap capsule_gap(const Capsule& a, const Capsule& b);

}  // namespace gambol
