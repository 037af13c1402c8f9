// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <filesystem>

namespace gambol::io {

/// `{at, size}` and where the heights come from: `heights` (rows as seen from above), `file` with
/// `height`, or `hills`. A file is replaced by its heights in the tree.
[[nodiscard]] Shape read_heightfield(const YamlValue& value, const std::filesystem::path& folder);

}  // namespace gambol::io
