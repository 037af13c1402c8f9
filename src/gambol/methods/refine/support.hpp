// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/forces/force_units.hpp"
#include "gambol/methods/refine/holds.hpp"

#include <vector>

namespace gambol::refine {

/// What the world may do through the holds of one stretch of time, the contact wrench cone: pushes
/// within the friction pyramid (a friction cone of four edges) at every corner, or any force and a
/// twist where a patch grips.
struct Support {
    struct Touch {
        int patch = 0, surface = 0;
    };
    std::vector<int> holds;  // index into HoldPlan::holds
    std::vector<Touch> touches;
    std::vector<forces::Contact> contacts;  // of each touch; the body is the only one
    std::vector<forces::Unit> units;
    std::vector<int> unit_holds;  // of each unit, index into `holds`; −1 for those of a grip
    Eigen::VectorXd prices;  // of the units: how dear a force is
};

/// Of the holds that last through the frames from `begin` to `end`.
[[nodiscard]] Support support_between(
    const HoldPlan&, int begin, int end, const Character&, const std::vector<Surface>& surfaces);

}  // namespace gambol::refine
