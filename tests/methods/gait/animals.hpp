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

/// Feet of two sides half a period apart, fore feet a quarter after hind ones.
inline Timing usual_timing(const Animal& animal, double speed)
{
    Timing timing;
    timing.period = usual_period(speed);
    for (size_t f = 0; f < animal.feet.size(); ++f) {
        const int mirror = animal.feet[f].mirror;
        const double phase
            = mirror < int(f) ? timing.feet[size_t(mirror)].start + 0.5 : 0.25 * double(f / 2);
        timing.feet.push_back({ phase - std::floor(phase), usual_duty(speed) });
    }
    return timing;
}

}  // namespace gambol::gait
