// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <vector>

namespace gambol {

/// Capsules that stand for a shape where round ones are needed: a box becomes one along its longest
/// side, as thin as its shortest; planes and meshes have none.
[[nodiscard]] std::vector<Capsule> as_capsules(const Shape& shape);

}  // namespace gambol
