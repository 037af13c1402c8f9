// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// One entry of `characters`: a model, scaled and in its start pose. `settled`: it is moved down or
/// up until it rests on `surfaces`, unless `at` says how high it is. Adds to `warnings`.
[[nodiscard]] SceneCharacter read_scene_character(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, const std::vector<Shape>& surfaces, bool settled,
    std::vector<std::string>& warnings);

}  // namespace gambol::io
