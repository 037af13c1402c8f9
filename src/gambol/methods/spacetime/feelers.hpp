// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/character_tree.hpp"
#include "gambol/methods/spacetime/slice_rows.hpp"

#include <array>
#include <vector>

namespace gambol::spacetime {

/// Where a body would first meet the ground: the corners of its soles, tips of toes and heels, the
/// far end of every other segment. In a plane one side stands for both.
[[nodiscard]] std::vector<Feeler> feelers_of(const Character&, const dynamics::CharacterTree&);

/// What could meet a bar: hands that grip, the segments before them, and ends of limbs that touch
/// nothing (a head). In a plane all segments, one side for both. `holding`: patches that hold one,
/// whose segments are left out in a plane.
[[nodiscard]] std::vector<dynamics::BodyCapsule> bar_limbs_of(
    const Character&, const dynamics::CharacterTree&, const std::vector<int>& holding);

/// What could meet a peg that a foot stands on: the feet that do not stand, and the segments before
/// them. `standing`: patches that stand.
[[nodiscard]] std::vector<dynamics::BodyCapsule> leg_limbs_of(
    const Character&, const dynamics::CharacterTree&, const std::vector<int>& standing);

/// What could pass through each other: one ball for each of two segments of which one is an end of
/// a limb or next to it, and which are not near each other in the tree. In a plane only those that
/// cannot pass each other sideways.
[[nodiscard]] std::vector<std::array<Feeler, 2>> pairs_of(
    const Character&, const dynamics::CharacterTree&);

}  // namespace gambol::spacetime
