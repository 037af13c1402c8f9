// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/motion_frame.hpp"
#include "gambol/methods/spacetime/plan.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::spacetime {

/// Shares λ ≥ 0 of corners r with Σ λ = 1 and Σ λ r = p, as even as that allows: those of greatest
/// entropy, λ ∝ exp(a · r). They change smoothly with p. Where p is outside of the corners' hull
/// or nearer than half a millimetre to its edge, they are those of a point inside near p.
[[nodiscard]] std::vector<double> even_shares(
    const std::vector<Eigen::Vector2d>& corners, const Eigen::Vector2d& p);

/// Splits what the world does to the body, a force and a torque about the first tie's place, into
/// what passes through each contact of the phase. In a support forces that are parallel and act at
/// centres of pressure always serve: friction that suffices for the whole suffices for each. From
/// these they come as near to tie_shares(), by which strength is measured, as soles and friction
/// allow. A hand on a bar gives its torque by where along and around the bar it pushes, and by
/// torsion.
[[nodiscard]] std::vector<PatchForce> share_force(const Scene&, const Phase&,
    const std::vector<PhaseContact>& contacts, const Eigen::Vector3d& force,
    const Eigen::Vector3d& torque);

}  // namespace gambol::spacetime
