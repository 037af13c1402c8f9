// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/character_tree.hpp"
#include "gambol/geometry/capsules.hpp"

#include <vector>

namespace gambol::gait {

/// A capsule of a segment.
struct Solid {
    int segment = 0;
    dynamics::BodyPoint origin;  // of the segment, in whose frame the capsule is
    Capsule capsule;
};

/// Two parts of the body that may fold against each other, not into each other.
struct FoldPair {
    std::vector<Solid> a, b;
};

/// Legs with the segments that bear them, with other legs but their mirror's, and with arms of
/// their side, limbs or not, and of necks and tails what may curl up that far. What keeps the two
/// legs of a pair apart is which side each is on. Upper segments overlap what they hang on, and
/// each other where they hang on the same.
[[nodiscard]] std::vector<FoldPair> fold_pairs(const Character&, const dynamics::CharacterTree&);

}  // namespace gambol::gait
