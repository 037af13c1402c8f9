// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

namespace gambol {

/// Sets the pose "standing" of a body whose limbs have segments but nothing else, and which limbs
/// support. A pose of that name that is there already stays.
///
/// Joints are at zero, or in the middle of their range where zero is outside. Limbs whose ends are
/// nearly as low as the lowest one support. Their feet are brought level and to one height, below
/// where they hang, and a straight knee bends a little, as nobody stands on locked knees. Limbs
/// that do not support hang as low as their joints and the body beside them allow.
void find_stance(Character& body);

}  // namespace gambol
