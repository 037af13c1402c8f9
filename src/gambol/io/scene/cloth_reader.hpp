// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/io/scene/scene_reader.hpp"

#include <filesystem>
#include <vector>

namespace gambol::io {

/// The keys of `method: cloth`: `cloth`, `duration`, `simulation`. The surfaces, the seed and the
/// characters have been read. Refuses cloth that starts intersecting.
void read_cloth_scene(const YamlMap& file, const std::filesystem::path& folder,
    const Motion& carriers, LoadedScene& loaded);

[[nodiscard]] std::vector<Listing> list_materials();

}  // namespace gambol::io
