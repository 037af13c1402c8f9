// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/dress.hpp"

#include <vector>

namespace gambol::cloth {

/// Everything solid of a cloth scene as triangles with their motion: its surfaces, then the shapes
/// of every body of its carriers ("ann/head"). A plane reaches as far as cloth can get in time.
[[nodiscard]] std::vector<ScriptedBody> scripted_bodies(const Scene&, const Outfit&);

}  // namespace gambol::cloth
