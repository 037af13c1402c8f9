// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// What a scene of method cio asks for that no body can do, as far as geometry and friction tell: a
/// target out of reach, a block too high to climb, a slope that cannot hold, no grip at all,
/// upright and upside down at once, a start on parts that nothing can push against. Each is a
/// sentence that begins with who; `goals` are those of the scene's task.
[[nodiscard]] std::vector<std::string> infeasible_wishes(const Scene& scene);

}  // namespace gambol::io
