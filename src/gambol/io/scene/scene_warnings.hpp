// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_node.hpp"
#include "gambol/scene/scene.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// What a scene of method cio may say but probably does not mean: no goals, a target inside a box
/// or above nothing, a character that starts inside a surface or in the air, a goal too far away
/// for the duration. `root` says where each stands in the file.
[[nodiscard]] std::vector<std::string> scene_warnings(const Scene& scene, const YamlNode& root);

}  // namespace gambol::io
