// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/stances.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::refine {

/// By limb and frame of a motion, whether one of its joints is beyond its range.
[[nodiscard]] std::vector<std::vector<bool>> bent_too_far(const Character&, const MotionCharacter&);

/// A limb that must bend too far as it lands, under a trunk that is still too low, lands later; one
/// that must as it leaves, leaves earlier: by what it takes, and at most 0.4 s and half of what it
/// holds. True when something changed.
bool hold_less_bent(HoldPlan&, const Character&, const std::vector<std::vector<bool>>& bent);

}  // namespace gambol::refine
