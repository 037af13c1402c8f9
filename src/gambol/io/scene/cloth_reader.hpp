// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/character/character_reader.hpp"

#include <vector>

namespace gambol::io {

/// What `material` of a garment may be.
[[nodiscard]] std::vector<Listing> list_materials();

}  // namespace gambol::io
