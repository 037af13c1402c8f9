// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/character/character_reader.hpp"
#include "gambol/methods/gait/animal.hpp"
#include "gambol/methods/gait/timing.hpp"

#include <filesystem>
#include <string>

namespace gambol::gait {

/// A body of characters/.
inline Character character(const std::string& name)
{
    const std::filesystem::path folder = std::filesystem::path(GAMBOL_SOURCE_DIR) / "characters";
    return io::read_character("./" + name + ".yaml", folder).character;
}

inline Animal animal(const std::string& name)
{
    return make_animal(character(name));
}

}  // namespace gambol::gait
