// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/geometry/shape.hpp"

#include <vector>

namespace gambol {

/// A pose that rests on z = 0 (as `place` makes it), put onto the highest surfaces below it.
///
/// On a level floor it is just raised or lowered. Who stands on support limbs keeps an upright
/// torso as low as the lowest foot needs, with every foot flat on the surface below it; on three
/// feet or more the torso leans with the plane through them. Any other pose is tilted to the plane
/// of the surface below its lowest points and lowered until it touches. Where there is nothing
/// below, the pose stays as it is.
[[nodiscard]] Pose settle(const Character&, const Pose& pose, const std::vector<Shape>& surfaces);

}  // namespace gambol
