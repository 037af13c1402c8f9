// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/bvh/bvh_clip.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/job.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gambol::io {

/// A movement that a scene takes from elsewhere: from a scene to be run first, or from a file.
struct MotionSource {
    std::shared_ptr<const Job> first;  // null for a file
    std::filesystem::path motion, bvh;  // one of them, or none
    BvhOptions bvh_options;
    std::string where;  // for messages
    std::optional<YamlNode> scene;  // the one that made it, where it is known
};

/// Reads a scene (.yaml, or written here), the directory of a run, a motion.json or, with
/// `takes_bvh`, a .bvh file. Scenes are written into the node, files with their whole path, so that
/// it can be read again from anywhere.
[[nodiscard]] MotionSource read_motion_source(
    const YamlValue& value, const std::filesystem::path& folder, bool takes_bvh);

/// What the scene `root` does not state itself is as in the scene that made the movement.
void borrow(const MotionSource& source, const std::vector<std::string>& keys, YamlNode& root);

}  // namespace gambol::io
