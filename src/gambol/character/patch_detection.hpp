// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

namespace gambol {

/// Adds the patches of a body that has limbs and a standing pose, and sets Limb::patch:
///  * a sole below the end of each limb that supports: the rectangle that holds all of its shapes
///    within 1.5 cm of the floor, standing;
///  * a palm at the tip of every other limb, facing away from it;
///  * on the torso the sides it may lie on: back, belly and seat of an upright body, belly and both
///    sides of a level one.
/// Round shapes are taken to flatten to half their radius where they touch.
void find_patches(Character& body);

}  // namespace gambol
