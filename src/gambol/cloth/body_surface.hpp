// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/collision_mesh.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// By object, its triangles that have scripted vertices: all of a body, and those of cloth that are
/// pinned somewhere. Indices into mesh.triangles.
[[nodiscard]] std::vector<std::vector<int>> scripted_triangles(
    const collision::CollisionMesh& mesh);

/// The point of a surface nearest to p.
struct NearestOnSurface {
    int triangle = -1;
    Eigen::Vector3d weights = Eigen::Vector3d::Zero();  // of its corners
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  // of the triangle, unit
    double distance = 0;  // ≥ 0 [m]
    int side = 0;  // 1: p is where the normal points to, −1: on the other side, 0: neither
};

/// Looks at all `triangles`. Several are equally near where p is nearest to an edge or a corner:
/// the side is that of the triangle that faces p most, which is right for closed surfaces whether
/// they are convex there or not.
[[nodiscard]] NearestOnSurface nearest_on_surface(const collision::CollisionMesh& mesh,
    const std::vector<int>& triangles, const Eigen::Matrix3Xd& x, const Eigen::Vector3d& p);

/// Whether two triangles without common vertices meet or are nearer than `clearance` > 0 [m]. Those
/// that are not are apart by more than rounding can hide.
[[nodiscard]] bool triangles_meet(const Eigen::Matrix3Xd& x, const Eigen::Vector3i& a,
    const Eigen::Vector3i& b, double clearance);

}  // namespace gambol::cloth
