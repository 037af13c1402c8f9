// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_node.hpp"
#include "gambol/scene/scene.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gambol::io {

/// How deep a solid reaches into another, as far as its corners tell; less than nothing outside.
[[nodiscard]] double depth_in(const Shape& solid, const Shape& other);

/// How deep the start pose reaches into a solid (less than nothing when it is outside), and with
/// which segment.
[[nodiscard]] std::pair<double, std::string> deepest_in(const SceneCharacter&, const Shape&);

/// What a scene of method cio may say but probably does not mean: no goals, a target inside a box
/// or above nothing, a character that starts inside a surface or in the air, a goal too far away
/// for the duration. `root` says where each stands in the file.
[[nodiscard]] std::vector<std::string> scene_warnings(const Scene& scene, const YamlNode& root);

}  // namespace gambol::io
