// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>
#include <vector>

namespace gambol {

/// s that one cycle of a motion takes which repeats (Motion::cycle).
[[nodiscard]] double cycle_period(const Motion&);

enum class Loop {
    travel,  // the root goes as far as it does
    in_place,  // without the mean velocity: as on a treadmill
};

/// Exactly one cycle of a motion which repeats, without cloth. Its last sample is the first one,
/// farther along (or in the same place), so that a player who goes on from there to the second
/// sees no seam. With `fps` above 0 the cycle has the whole number of samples nearest to that rate.
[[nodiscard]] Motion one_cycle(const Motion&, Loop, double fps = 0);

/// When a foot is on the ground, as shares of the cycle.
struct Footfall {
    std::string name;  // of the patch
    double start = 0;  // of its stance, 0 … 1
    double duty = 0;  // how long that is
};

/// Of every patch of a character that stands at some time of the cycle, but not always.
[[nodiscard]] std::vector<Footfall> footfalls(const Motion&, const MotionCharacter&);

}  // namespace gambol
