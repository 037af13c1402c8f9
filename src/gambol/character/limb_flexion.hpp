// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <Eigen/Dense>

namespace gambol {

/// How a limb's middle joint bends. The flexion is the angle between its links, 0 when straight,
/// positive to the side to which the joint goes furthest.
struct Flexion {
    int dof = -1;  // of the lower segment; −1 when that has none
    Eigen::Vector3d axis = Eigen::Vector3d::UnitY();  // joint frame; turning about it flexes
    double at_zero = 0;  // rad, zero pose
    double least = 0, most = 0;  // rad, within the joint's range
};
[[nodiscard]] Flexion middle_flexion(const Character&, const Limb&);

/// Reach of a limb that is bent by `flexion`, as a share of the length of its links: exactly 1 when
/// it is straight.
[[nodiscard]] double reach_share(double upper_length, double lower_length, double flexion);

}  // namespace gambol
