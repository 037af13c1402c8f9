// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol {

/// The segments of a character as a Motion knows them.
[[nodiscard]] inline std::vector<MotionBody> described_bodies(const Character& character)
{
    std::vector<MotionBody> bodies;
    for (const Segment& segment : character.segments)
        bodies.push_back({ segment.name, segment.parent,
            { segment.mass, segment.com, segment.inertia }, segment.shapes });
    return bodies;
}

}  // namespace gambol
