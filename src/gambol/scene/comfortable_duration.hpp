// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

namespace gambol {

/// Time in which a body of its size does what the scene asks without haste, in whole half seconds:
/// its way at the speed of an easy walk (0.2 √(g h), h the height of its centre of mass), more for
/// what it climbs, and what getting up or standing on hands takes. Never less than what goals with
/// a time of their own need. `Scene::duration` is not looked at.
[[nodiscard]] double comfortable_duration(const Scene&);

/// Time of a phase, in which contacts stay as they are [s]: that of a step, where somebody on two
/// legs has some way to walk (f = 0.9 √(v / √(g h)) √(g / h), as people do: step length grows with
/// frequency); else half a second.
[[nodiscard]] double comfortable_phase(const Scene&);

}  // namespace gambol
