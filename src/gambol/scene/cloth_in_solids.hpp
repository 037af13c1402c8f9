// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/dress.hpp"

#include <optional>
#include <string>

namespace gambol::cloth {

/// A vertex of a garment that is where nothing can be.
struct ClothInSolid {
    int garment = 0;
    std::string what;  // which, in what and when; goes on after the garment's name
};

/// The first vertex that starts inside something solid. Cloth that is wholly inside crosses no
/// surface, so that it has to be asked for. Meshes are not looked at.
[[nodiscard]] std::optional<ClothInSolid> find_hidden_vertex(const Scene&, const Outfit&);

/// The first pinned vertex that goes into something solid on its way. Held there, the cloth around
/// it could not follow without going through, and time would stand still. Looks at 60 instants per
/// second; not at meshes, nor at pins that grip on the way.
[[nodiscard]] std::optional<ClothInSolid> find_driven_pin(const Scene&, const Outfit&);

}  // namespace gambol::cloth
