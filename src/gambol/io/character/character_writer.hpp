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

/// The same as a file that `model:` of a scene reads back: how a shape leaves the program.
[[nodiscard]] std::string character_text(const Character&);

}  // namespace gambol::io
