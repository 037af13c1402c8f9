// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <string>
#include <vector>

namespace gambol {

/// A limb that a character stands on, in its standing pose.
struct Leg {
    std::string name;  // of the limb
    int limb = 0;  // index into Character::limbs
    int mirror = 0;  // the leg of the same name on the other side; itself if there is none
    double length = 0;  // m, from the hip to the far end of the sole, stretched
    Eigen::Vector3d hip = Eigen::Vector3d::Zero();  // m, above the ground, x forward
};

/// In the order of limbs; empty when it stands on none.
[[nodiscard]] std::vector<Leg> legs_of(const Character&);

/// From the limb's first joint to that of the segment its patch is on, along the joints [m].
[[nodiscard]] double length_of_links(const Character&, const Limb&);

/// Mean height of the hips of legs [m]: the length by which animals of all sizes are compared.
[[nodiscard]] double hip_height(const std::vector<Leg>&);

/// The name of a part on the other side of the body; the same for what lies in the middle.
[[nodiscard]] std::string other_side(std::string name);

}  // namespace gambol
