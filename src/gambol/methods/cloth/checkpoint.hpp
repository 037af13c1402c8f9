// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cloth/cloth_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gambol::cloth {

/// All of a run that is not in its scene: from here it goes on to the same frames, bit by bit.
struct Checkpoint {
    ClothState state;  // of all vertices, or of the cloth alone: then bodies go where they are then
    std::vector<std::vector<float>> frames;
    ClothTotals totals;
    double strain = 0;  // largest so far
};

/// Bytes for a file on this kind of machine.
[[nodiscard]] std::string encode(const Checkpoint& checkpoint);

/// Nothing when the bytes are not a whole checkpoint of this version.
[[nodiscard]] std::optional<Checkpoint> decode(const std::string& bytes);

}  // namespace gambol::cloth
