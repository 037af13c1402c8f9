// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// Something that nobody can do: a sentence that begins with who, and the key of the goal that asks
/// for it; empty where it is how somebody starts.
struct Wish {
    std::string who, key;
    std::string what;
};

/// What a scene of method cio asks for that no body can do, as far as geometry and friction tell: a
/// target out of reach, a block too high to climb, a slope that cannot hold, no grip at all,
/// upright and upside down at once, a start on parts that nothing can push against.
[[nodiscard]] std::vector<Wish> infeasible_wishes(const Scene& scene);

}  // namespace gambol::io
