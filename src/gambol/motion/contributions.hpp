// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>
#include <vector>

namespace gambol {

/// What one character did to one prop through all contacts between them.
struct Contribution {
    std::string character, prop;
    double impulse = 0;  // N s: ∫ ‖f‖ dt, f the sum of its forces on the prop
    Eigen::Vector3d net_impulse = Eigen::Vector3d::Zero();  // N s: ∫ f dt
    double work = 0;  // J: ∫ Σ f·v + τ·ω dt, v of the prop's material where the force acts
    double seconds = 0;  // s: how long it touched with more than 1 % of the prop's weight
};

/// For every character and every prop with mass that it touched, in the order of the motion.
/// Velocities are central differences of the prop's poses.
[[nodiscard]] std::vector<Contribution> contributions(const Motion& motion);

}  // namespace gambol
