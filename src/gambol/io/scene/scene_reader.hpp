// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/yaml/yaml_node.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gambol::io {

/// One `--set path=value` of the command line; the value is YAML, a path names keys and list
/// positions: `characters.ann.mass=80`, `goals.0.position=[3, 0]`.
struct Override {
    std::string path, value;
};

struct LoadedScene {
    Scene scene;
    std::string resolved_yaml;  // the scene with overrides, defaults and model files written out: a
                                // scene file that reads back to the same Scene
    std::vector<std::string> warnings;  // what is allowed but probably not meant, each with where
    /// The scene that `start` or the `motion` of a character names: it is to be run before this
    /// one, and its motion handed to take_first().
    std::shared_ptr<LoadedScene> first = nullptr;
    std::shared_ptr<const YamlNode> tree = nullptr;  // of cloth with a `first`: read again after it
};

/// Makes the motion that `loaded.first` led to what the scene refines, or what its characters do.
/// Throws InputError when cloth cannot be put on at its first pose.
void take_first(const Motion& motion, LoadedScene& loaded);

/// Reads a scene file (docs/scene-format.md). Throws InputError starting with file:line:column, or
/// with the flag when an override is to blame.
[[nodiscard]] LoadedScene read_scene(
    const std::filesystem::path& path, const std::vector<Override>& overrides = {});

/// The same from memory: messages call it `name`, model files are looked up in `folder`.
[[nodiscard]] LoadedScene read_scene_text(const std::string& text, const std::string& name,
    const std::filesystem::path& folder, const std::vector<Override>& overrides = {});

[[nodiscard]] std::vector<Listing> list_goals();
[[nodiscard]] std::vector<Listing> list_methods();
[[nodiscard]] std::vector<Listing> list_shapes();

}  // namespace gambol::io
