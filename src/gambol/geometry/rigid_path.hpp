// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include <optional>
#include <vector>

namespace gambol {

/// Where a rigid thing is over time: straight between its keys, at rest before the first and after
/// the last. Without keys it never moves from where it is defined.
///
/// Between keys k−1 and k, s from 0 to 1, a point p of where it is defined is at
///
///     x(p) = (1 − s) x_{k−1}(c_k) + s x_k(c_k) + R (p − c_k)    R = exp(s turns_k) R_{k−1}
///
/// so the point c_k goes straight and all others turn about it at a constant rate.
struct RigidPath {
    std::vector<double> times;  // s, increasing
    std::vector<Eigen::Vector3d> positions;  // one per time, of the origin
    std::vector<Eigen::Quaterniond> rotations;  // one per time
    // One per time, or none at all: then the origin goes straight, and turns are the shortest.
    std::vector<Eigen::Vector3d> centers = {};  // c_k
    std::vector<Eigen::Vector3d> turns = {};  // rotation vector from the key before; beyond π too

    [[nodiscard]] Eigen::Isometry3d at(double time) const;
    [[nodiscard]] bool moves() const { return times.size() > 1; }
};

/// A key as people say it: by how much it has moved since it was where it is defined.
struct RigidKey {
    double time = 0;  // s
    Eigen::Vector3d by = Eigen::Vector3d::Zero();
    Eigen::AngleAxisd turn = Eigen::AngleAxisd::Identity();  // whole turns count: 4π is two of them
    std::optional<Eigen::Vector3d> about = {};  // a point; nothing: the middle of what moves
};

/// The rotation vector that leads from one turn to the next: about their common axis, or the
/// shortest way when they have none. Nothing when that would swallow a part of more than half a
/// turn.
[[nodiscard]] std::optional<Eigen::Vector3d> turn_between(
    const Eigen::AngleAxisd& from, const Eigen::AngleAxisd& to);

/// The path through keys of something with this middle. There must be a turn_between() all
/// neighbours.
[[nodiscard]] RigidPath path_through(
    const std::vector<RigidKey>& keys, const Eigen::Vector3d& middle);

}  // namespace gambol
