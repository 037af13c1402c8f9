// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/stances.hpp"

#include <vector>

namespace gambol::refine {

/// Who has two feet, level or on one plane and farther apart than they are when standing, takes a
/// last step: one of them, the one behind if there is one, comes beside the other before the end.
/// So does one that a turn left behind: `facing` is where the body faces in the end, about the
/// vertical [rad]. Nothing happens where there is no time for it. For plans after stand_at_end().
void close_stance(HoldPlan&, const Character&, const std::vector<Surface>&, double facing = 0);

/// Where places were free and the two feet have come to stand farther apart than they do when
/// standing, the one that landed last lands nearer to the other.
void narrow_stance(HoldPlan&, const Character&, const std::vector<Surface>&);

}  // namespace gambol::refine
