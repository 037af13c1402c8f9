// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/io/listing.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// Beyond it a body is a mistake; finding limbs takes time that grows with the cube of the number.
inline constexpr int kMostSegments = 256;

/// A character file as read (docs/character-format.md).
struct CharacterFile {
    Character character;
    std::string summary;
    double height = 0;  // m; what `height:` of a scene is measured against
    double mass = 0;  // kg; likewise
    std::vector<std::string> warnings;
    YamlNode tree;  // with its base merged in and defaults filled in: a character file of its own
};

/// A built-in model by name ("human"), or a file: anything with a slash or a dot, relative to
/// `folder` (see find_model_file).
[[nodiscard]] CharacterFile read_character(
    const std::string& model, const std::filesystem::path& folder = {});

/// A character written in a tree; `name` is its model name unless the tree says otherwise, and
/// messages start with `prefix` (e.g. "characters.ann.model").
[[nodiscard]] CharacterFile read_character_tree(YamlNode tree, const std::string& name,
    const std::filesystem::path& folder, const std::string& prefix = {});

[[nodiscard]] std::vector<Listing> list_characters();
[[nodiscard]] std::vector<Listing> list_poses(const std::string& model);

}  // namespace gambol::io
