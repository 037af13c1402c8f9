// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol::cloth {

/// Garments and pins as the simulation needs them, in the world.
struct Outfit {
    std::vector<Garment> garments;
    std::vector<Pins> pins;
};

/// Puts the garments of a scene with a cloth::Task on, where its carriers are when cloth begins to
/// settle: in their first pose, or, when their motion repeats, on the move already. Cloth must
/// start apart from itself and everything else: what intersects stays entangled. Throws SceneError
/// when it does not, when pins hold nothing or go into something solid on their way, or when a body
/// that should wear or carry is not there.
[[nodiscard]] Outfit dress(const Scene& scene);

/// The motion of one body of a carrier. What repeats (Motion::cycle) has done so since `from` at
/// least, which may be before time 0.
[[nodiscard]] RigidPath carrier_path(const Motion& carriers, int character, int body, double from);

/// "ann/chest" of all bodies of all carriers.
[[nodiscard]] std::vector<std::string> carrier_names(const Motion& carriers);

}  // namespace gambol::cloth
