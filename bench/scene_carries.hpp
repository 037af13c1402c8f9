// SPDX-License-Identifier: MIT
#pragma once

#include "scene_variations.hpp"

namespace gambol::bench {

/// A box of 2 to 30 kg, 20 to 60 cm along each edge, on the floor or on a table 40 cm to 1 m high,
/// to be carried 1 to 4 m in any direction by a human who looks anywhere. Scene i depends on `seed`
/// and i alone.
[[nodiscard]] std::vector<Variation> make_carries(int count, std::uint64_t seed);

}  // namespace gambol::bench
