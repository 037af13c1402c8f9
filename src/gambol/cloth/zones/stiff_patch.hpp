// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/fabric/fabric.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// A piece of cloth of so few vertices that all of it answers to an impulse on one of them. In a
/// long step its springs are much stronger than the inertia of a vertex: with impulses on single
/// masses the squares of a stack are torn and scatter.
struct StiffPatch {
    std::vector<int> vertices;
    std::vector<double> mass;  // kg, of these
    // Elements with their vertices counted within the patch, and damping [s].
    std::vector<MembraneTriangle> membrane;
    std::vector<double> membrane_damping;
    std::vector<Hinge> hinges;
    std::vector<double> hinge_damping;
};

/// The connected pieces of at most `most_vertices`.
[[nodiscard]] std::vector<StiffPatch> stiff_patches(const Fabric& fabric, int most_vertices);

/// (M + dt² K)⁻¹ [1/kg], 3 rows a vertex: how far a patch at x gives way to impulses. K is the part
/// of the Hessian that holds in any state, Σ k ∇s ∇sᵀ over all springs s with their damping, so
/// turning as a whole is resisted by the masses alone, and momentum is kept.
[[nodiscard]] Eigen::MatrixXd patch_response(
    const StiffPatch& patch, const Eigen::Matrix3Xd& x, double dt);

}  // namespace gambol::cloth
