// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/bvh/bvh_reference.hpp"
#include "gambol/io/scene/scene_reader.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gambol::io {

/// A movement that a scene takes from elsewhere: from a scene to be run first, or from a file.
struct MotionSource {
    std::shared_ptr<LoadedScene> first;  // null for a file
    std::filesystem::path motion, bvh;  // one of them, or none
    BvhOptions bvh_options;
    std::string where;  // for messages
    std::optional<YamlNode> scene;  // the one that made it, where it is known
};

using ReadTree = std::function<LoadedScene(
    YamlNode& root, const std::string& stem, const std::filesystem::path& folder)>;

/// Reads a scene (.yaml, or written here), the directory of a run, a motion.json or, with
/// `takes_bvh`, a .bvh file. Scenes are written into the node, files with their whole path, so that
/// it can be read again from anywhere.
[[nodiscard]] MotionSource read_motion_source(const YamlValue& value,
    const std::filesystem::path& folder, const ReadTree& read_tree, bool takes_bvh);

/// What the scene `root` does not state itself is as in the scene that made the movement.
void borrow(const MotionSource& source, const std::vector<std::string>& keys, YamlNode& root);

}  // namespace gambol::io
