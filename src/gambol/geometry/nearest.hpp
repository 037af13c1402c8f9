// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

namespace gambol {

/// The point of a solid's surface nearest to p, seen from inside or outside.
struct SurfacePoint {
    Eigen::Vector3d point;
    Eigen::Vector3d normal;  // unit, out of the solid; on a box, of the face most faced by p
    Eigen::Matrix3d dpoint_dp, dnormal_dp;
    double distance = 0;  // signed: negative inside
    Eigen::Vector3d gradient;  // ∂distance/∂p, unit
};

/// `shape` must not be a Mesh. Piecewise smooth in p: a box has kinks where its nearest feature
/// changes, a sphere or capsule at its centre line, a heightfield at its rim and where a hollow is
/// seen from farther away than it is round.
[[nodiscard]] SurfacePoint nearest_surface_point(const Shape& shape, const Eigen::Vector3d& p);

/// The point of a solid's surface that something with the normal `facing` would come to rest on: on
/// a box, of all faces the one that is near and faces the same way, a right angle counting as much
/// as 20 cm, and as far as `rim` from its edges (on a narrow face, half-way to its middle at most);
/// on other shapes the nearest point. A foot beside a step belongs on its top.
constexpr double kRim = 0.02;  // m: what stands nearer to an edge is about to slip off
[[nodiscard]] SurfacePoint facing_surface_point(
    const Shape& shape, const Eigen::Vector3d& p, const Eigen::Vector3d& facing, double rim = kRim);

/// How far p is from that, a turn counting as a distance [m²].
[[nodiscard]] double facing_distance_sq(
    const SurfacePoint&, const Eigen::Vector3d& p, const Eigen::Vector3d& facing);

/// Nearest points of the segments a0–a1 and b0–b1 as fractions along them, both in [0, 1].
struct SegmentPair {
    double on_a = 0, on_b = 0;
};
[[nodiscard]] SegmentPair nearest_on_segments(const Eigen::Vector3d& a0, const Eigen::Vector3d& a1,
    const Eigen::Vector3d& b0, const Eigen::Vector3d& b1);

}  // namespace gambol
