// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace gambol::audit_detail {

[[nodiscard]] Eigen::Vector3d nearest_on_segment(
    const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& x);

/// Nearest point of a triangle: inside if all three edges agree, else on the nearest edge.
[[nodiscard]] Eigen::Vector3d nearest_on_triangle(const Eigen::Vector3d& a,
    const Eigen::Vector3d& b, const Eigen::Vector3d& c, const Eigen::Vector3d& x);

/// Smallest distance [m] between two segments p q and a b.
[[nodiscard]] double segment_distance(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
    const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// Smallest distance [m] between the segment p q and the triangle a b c; 0 where they meet.
[[nodiscard]] double triangle_distance(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
    const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace gambol::audit_detail
