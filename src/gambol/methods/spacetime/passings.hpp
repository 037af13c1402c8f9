// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/methods/spacetime/plan.hpp"
#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol::spacetime {

/// What must not be passed through while a phase lasts: bars near what is held, or was or will be,
/// and pegs that are stood on. Distances are those of a body of 1.75 m, times `size`.
[[nodiscard]] std::vector<Passing> passings_of(
    const Scene&, const dynamics::CharacterTree&, size_t phase, double size);

}  // namespace gambol::spacetime
