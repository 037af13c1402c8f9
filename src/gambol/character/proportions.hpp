// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <map>
#include <string>
#include <vector>

namespace gambol {

/// How much longer and thicker a segment is than in the file; 1: as it is.
struct Proportion {
    double length = 1, radius = 1;
};

/// By segment, without its side: `thigh` means left_thigh and right_thigh, so that both stay alike.
using Proportions = std::map<std::string, Proportion>;

/// left_thigh and right_thigh are both thigh.
[[nodiscard]] std::string without_side(const std::string& segment);

/// Parts of a body whose segments may change. The trunk and the head never do.
enum class BodyPart {
    legs,  // limbs that it stands on, down to the toes
    arms,  // other limbs
    neck,  // what leads to the head and carries no limb
    tail,  // what hangs behind and carries nothing else
};
/// Names as in Proportions, in the order of the body.
[[nodiscard]] std::vector<std::string> segments_of(const Character&, BodyPart);

/// The body with other proportions and the same density: a segment's mass goes with
/// length × radius², its material and shapes along with it, what hangs on it moves. The length of a
/// foot is that of its sole. What a joint can exert goes with radius³, area × lever arm. Poses keep
/// their angles: feet of legs that changed differently may not be level any more.
[[nodiscard]] Character scaled(const Character&, const Proportions&);

/// The body with a standing pose in which all feet touch the floor: legs that are too long bend,
/// their feet keep their place and their tilt.
[[nodiscard]] Character with_level_feet(const Character&);

}  // namespace gambol
