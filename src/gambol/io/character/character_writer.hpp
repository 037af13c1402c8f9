// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

#include <string>

namespace gambol::io {

/// The character file (docs/character-format.md) that describes this body. Every node says `where`.
/// Lengths are rounded to a nanometre.
[[nodiscard]] YamlNode character_tree(
    const Character&, const std::string& summary, const std::string& where);

}  // namespace gambol::io
