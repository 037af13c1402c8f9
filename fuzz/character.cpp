// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

namespace {

void use(const std::string& bytes)
{
    (void)gambol::io::read_character_tree(
        gambol::io::parse_yaml(bytes, "character.yaml"), "character", "/nonexistent");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
