// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

namespace gambol {

/// Time in which a body of its size does what the scene asks without haste, in whole half seconds:
/// its way at the speed of an easy walk (0.2 √(g h), h the height of its centre of mass), more for
/// what it climbs, and what getting up or standing on hands takes. Never less than what goals with
/// a time of their own need. `Scene::duration` is not looked at.
[[nodiscard]] double comfortable_duration(const Scene&);

}  // namespace gambol
