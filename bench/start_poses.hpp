// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/math/random.hpp"

#include <map>
#include <string>

namespace gambol::bench {

/// How far joints are turned from a named pose, at most.
constexpr double kJointSpread = 0.2618;  // rad: 15°

/// Angles of the limbs' joints by name [rad], drawn within kJointSpread around those of a pose and
/// within the joints' ranges. The trunk keeps its angles: contact-invariant optimization moves it
/// as one body.

/// A stance somebody could hold: after drawing, the support limbs are turned a little further until
/// their patches are level and equally high; stances with crossed limbs or the centre of mass not
/// above the support are drawn again.
[[nodiscard]] std::map<std::string, double> standing_angles(const Character&, Random&);

/// A way to lie: limbs that would lift the body off the floor are drawn again.
[[nodiscard]] std::map<std::string, double> lying_angles(
    const Character&, const std::string& pose, Random&);

}  // namespace gambol::bench
