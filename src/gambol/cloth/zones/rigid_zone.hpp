// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol::cloth {

/// Vertices that are to move as one rigid body over a step.
struct RigidZone {
    Eigen::Matrix3Xd free_t0, free_t1;  // where free vertices start and would end [m]
    std::vector<double> mass;  // of these
    Eigen::Matrix3Xd scripted_t0, scripted_t1;  // vertices of infinite mass
};

/// Where the free vertices end [Provot 1997]. Without scripted vertices linear and angular momentum
/// are kept:
///
///     x'_i = c + d + exp(ω) (x_i − c)        d_i = x_i(t1) − x_i(t0)
///     I ω = Σ m_i (x_i − c) × (d_i − d)
///
/// With them the motion is theirs, by least squares. Nothing if they do not move as one
/// rigid body to within `tolerance` [m].
[[nodiscard]] std::optional<Eigen::Matrix3Xd> move_rigidly(const RigidZone& zone, double tolerance);

}  // namespace gambol::cloth
