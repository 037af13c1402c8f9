// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <optional>
#include <string>

namespace gambol {

/// The first pinned vertex that goes into something solid on its way, in words, with what and when.
/// Held there, the cloth around it could not follow without going through, and time would stand
/// still. Looks at 60 instants per second; not at meshes, nor at pins that grip on the way.
struct DrivenPin {
    int garment = 0;
    std::string what;
};
[[nodiscard]] std::optional<DrivenPin> find_driven_pin(const Scene& scene);

}  // namespace gambol
