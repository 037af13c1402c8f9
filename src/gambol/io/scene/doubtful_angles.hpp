// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_node.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// Angles of a scene that are more than a turn and have no unit: plain numbers are radians, but
/// whoever writes `facing: 90` means degrees. One warning each, with its place.
[[nodiscard]] std::vector<std::string> doubtful_angles(const YamlNode& scene);

}  // namespace gambol::io
