// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/contact_compliance.hpp"
#include "gambol/cloth/step/implicit_step.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// Friction at a contact within an implicit step: a force t across the normal against sliding,
/// |t| ≤ limit.
struct FrictionRow {
    ForceRow contact;
    Eigen::Vector3d carried = Eigen::Vector3d::Zero();  // m: how what it slides on moves
    double mass = 0;  // kg that a force there moves
    double limit = 0;  // N: μ times the push
};

/// Rows that act on one vertex share its mass.
void share_masses(std::vector<FrictionRow>& rows, int cloth_vertices);

/// Adds A⁻¹ Σ t to the vertices of the cloth, which come first in x_t1. A few rounds, each against
/// what the last has left of sliding.
void apply_friction(const ImplicitStep& step, const std::vector<FrictionRow>& rows,
    const Eigen::Matrix3Xd& x_t0, Eigen::Matrix3Xd& x_t1);

}  // namespace gambol::cloth
