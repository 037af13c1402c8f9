// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/gait_problem.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

namespace gambol::gait {

/// Cycles in a row, so that the scene's first character travels the way it looks on the level
/// ground that is the first surface, at 120 samples per second or more. Forces between frames are
/// those nearest to the interpolated ones that the motion there needs. `animal` is that character.
[[nodiscard]] Motion reconstruct(
    const Scene&, const Animal&, const Cycle&, const Settings&, int cycles);

/// What an animal that has no springs does with its joints: positive work per weight and way.
[[nodiscard]] double cost_of_transport(const Animal&, const Cycle&, const Settings&);

}  // namespace gambol::gait
