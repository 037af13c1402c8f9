// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/bvh_reference.hpp"
#include "gambol/io/scene_reader.hpp"
#include "gambol/io/yaml_value.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace gambol {

/// What `start` of a scene names: a scene to be run first, or a file.
struct SceneStart {
    std::shared_ptr<LoadedScene> first;  // null for a file
    std::filesystem::path motion, bvh;  // one of them, or none
    BvhOptions bvh_options;
    std::string where;  // for messages
};

using ReadTree = std::function<LoadedScene(
    YamlNode& root, const std::string& stem, const std::filesystem::path& folder)>;

/// Reads `start` of the scene `root`. `world` and `characters` that the scene does not state itself
/// are copied from the scene that made the motion, where there is one. Scenes are written into the
/// tree, files with their whole path, so that it can be read again from anywhere.
[[nodiscard]] SceneStart read_start(
    YamlNode& root, const std::filesystem::path& folder, const ReadTree& read_tree);

/// Makes what the start's file holds the reference of the scene; a scene that is to be run first
/// only lends its duration for now.
void take_start(const SceneStart& start, LoadedScene& loaded);

}  // namespace gambol
