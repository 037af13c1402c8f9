// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/character_reader.hpp"
#include "gambol/io/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <vector>

namespace gambol {

/// The keys of `method: cloth`: characters moved by earlier runs, `cloth`, `duration`,
/// `simulation`. The surfaces and the seed have been read. Refuses cloth that starts intersecting.
void read_cloth_scene(const YamlMap& file, const std::filesystem::path& folder, Scene& scene);

[[nodiscard]] std::vector<Listing> list_materials();

}  // namespace gambol
