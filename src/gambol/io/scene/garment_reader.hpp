// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <string>

namespace gambol::io {

/// One entry of `cloth:`, added to the scene with its pins. `carriers` have been read.
void read_garment(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, Scene& scene);

}  // namespace gambol::io
