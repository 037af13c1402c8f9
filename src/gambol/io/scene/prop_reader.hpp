// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

namespace gambol::io {

/// Reads `props` into the scene, whose world and characters are known. Things that are in each
/// other's place fail here.
void read_props(const YamlValue& props, const YamlMap& file, Scene& scene);

}  // namespace gambol::io
