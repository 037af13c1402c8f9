// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol {

/// Everything solid of a cloth scene as triangles with their motion: its surfaces, then the shapes
/// of every body of its carriers ("ann/head"). A plane reaches as far as cloth can get in time.
[[nodiscard]] std::vector<cloth::ScriptedBody> scripted_bodies(const Scene& scene);

/// The motion of one body of a carrier.
[[nodiscard]] RigidPath carrier_path(const Motion& carriers, int character, int body);

}  // namespace gambol
