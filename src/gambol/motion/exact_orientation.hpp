// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace gambol::audit_detail {

/// On which side of the plane through a, b, c the point d lies: the sign (−1, 0, 1) of
///
///     det [a−d, b−d, c−d]
///
/// as if computed without rounding. A floating-point filter answers all but the nearly flat cases;
/// those are decided by sums of doubles that are exact. Holds for all finite coordinates whose
/// differences and products of three stay within the range of a double (1e−70 … 1e90 m is ample).
[[nodiscard]] int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
    const Eigen::Vector3d& c, const Eigen::Vector3d& d);

/// The same in the plane: the sign of det [a−c, b−c], positive when a, b, c turn to the left.
[[nodiscard]] int orientation(
    const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);

/// How an edge and a triangle without a common vertex lie to each other.
enum class Meeting {
    apart,  // the distance is positive
    touching,  // they share a point, but the smallest change of a coordinate may part them
    crossing,  // the edge passes through the inside of the triangle
};

/// Edge p q against triangle a b c, both with their ends and borders, without rounding.
[[nodiscard]] Meeting meet(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
    const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace gambol::audit_detail
