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

/// The share of a flight down from a box for which feet that go straight from where they stood to
/// where they land are above the box, heels included; 0 when no box is left behind.
[[nodiscard]] double share_above_box(const Scene&, size_t flight);

}  // namespace gambol::spacetime
