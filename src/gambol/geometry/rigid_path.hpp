// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include <vector>

namespace gambol {

/// Where a rigid thing is over time: straight between its keys, at rest before the first and after
/// the last. Without keys it never moves from where it is defined.
struct RigidPath {
    std::vector<double> times;  // s, increasing
    std::vector<Eigen::Vector3d> positions;  // one per time
    std::vector<Eigen::Quaterniond> rotations;  // one per time

    [[nodiscard]] Eigen::Isometry3d at(double time) const;
    [[nodiscard]] bool moves() const { return times.size() > 1; }
};

}  // namespace gambol
