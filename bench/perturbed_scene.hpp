// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

namespace gambol::bench {

/// A scene of method spacetime with durations of phases, places of contacts after the first, and
/// the character's pose changed by up to `share`, drawn from `seed`; 0 is the scene itself.
///
/// Keys keep their tolerances. A changed start pose stands where the scene says: all joints are
/// changed, then moved as little as possible until soles are flat in their places again.
[[nodiscard]] Scene perturbed(const Scene&, double share, int seed);

}  // namespace gambol::bench
