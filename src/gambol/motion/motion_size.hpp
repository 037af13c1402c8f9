// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

namespace gambol {

/// How much there is of a motion: poses of bodies, and vertices of cloth, of which sixteen are as
/// much work as one body. Times of what is done with a whole motion grow with it.
[[nodiscard]] inline double motion_size(const Motion& motion)
{
    double each = double(motion.props.size());
    for (const MotionCharacter& character : motion.characters)
        each += double(character.bodies.size());
    for (const MotionCloth& cloth : motion.cloth)
        each += double(cloth.vertex_count()) / 16;
    return each * double(motion.times.size());
}

/// The size of half a minute of a human: up to it all that is done with a motion at its end takes
/// about a second together.
inline constexpr double kShortMotion = 60000;

// What it takes, in seconds per size, on the machine of docs/measurements.md.
inline constexpr double kAuditSeconds = 8e-6;
inline constexpr double kWritingSeconds = 4e-6;  // as text, in one format

}  // namespace gambol
