// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/nearest.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/scene/scene.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Where a point of a patch would come to rest, world frame.
struct RestingPoint {
    Eigen::Vector3d point, normal;
    Eigen::Matrix3d dpoint_dp, dnormal_dp;
    int shape = 0;  // the one that counts most
};

/// Of solids that do not move.
///
/// NearestPoint::facing: of facing_surface_point on all shapes, `rim` from their edges, the one
/// that is nearest and faces the patch.
///
/// NearestPoint::paper: an average over the nearest points n_j of all shapes [Mordatch 2012, eq.
/// 3],
///
///     n = Σ η_j n_j / Σ η_j ,   η_j = 1 / (1 + k ‖p − n_j‖²) ,   k = 10⁴ / m²
///
/// and the direction of the same average of their normals. It is smooth, but lies between surfaces:
/// half-way across a gap feet find something to stand on (docs/cio.md).
[[nodiscard]] RestingPoint resting_point(NearestPoint, const std::vector<Shape>& shapes,
    const Eigen::Vector3d& p, const Eigen::Vector3d& facing, double rim = kRim);

}  // namespace gambol::cio
