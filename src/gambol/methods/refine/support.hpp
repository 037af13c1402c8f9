// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/barrier_least_squares.hpp"
#include "gambol/methods/force_units.hpp"
#include "gambol/methods/refine/holds.hpp"

#include <vector>

namespace gambol::refine {

/// What the world may do through the holds of one stretch of time, the contact wrench cone: pushes
/// within the friction pyramid (a friction cone of four edges) at every corner, or any force and a
/// twist where a patch grips.
struct Support {
    struct Contact {
        int patch = 0, surface = 0;
        ContactPlane plane;
    };
    std::vector<int> holds;  // index into HoldPlan::holds
    std::vector<Contact> contacts;
    std::vector<ForceUnit> units;
    Eigen::VectorXd prices;  // of the units: how dear a force is
};

/// Of the holds that last through the frames from `begin` to `end`.
[[nodiscard]] Support support_between(
    const HoldPlan&, int begin, int end, const Character&, const std::vector<Surface>& surfaces);

/// Fills the columns of the inner problem: force in units of weight, torque about `center` in
/// weight × arm.
void load_columns(const Support&, const Eigen::Vector3d& center, double arm, double price,
    BarrierLeastSquares& inner);

}  // namespace gambol::refine
