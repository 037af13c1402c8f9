// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <map>
#include <string>

namespace gambol {

/// The character with some limbs (by name, e.g. left_leg) longer or shorter by a factor. Upper and
/// lower segment are stretched along the line d from their joint to the next,
///
///     p ↦ A p,    A = 1 + (factor − 1) d dᵀ,
///
/// so that limbs change length, not thickness. Masses stay; centres of mass and inertia go along
/// with the stretched material. The end segment (foot, hand) moves but keeps its size.
[[nodiscard]] Character with_limb_lengths(
    const Character&, const std::map<std::string, double>& factors);

}  // namespace gambol
