// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"

#include <Eigen/Dense>

namespace gambol::cio {

/// What makes a force through a limb dear: the moment arms that joints must hold against it. The
/// physics term prices force at
///
///     price · (1 + ‖r‖²)
///
/// so that only limbs that really carry something are asked to straighten:
///
///     r₀ = (bend − that of standing) / 8 cm     the force along the limb turns its middle joint
///     r₁ = m / √(1 + (m / 25 cm)²) / 4.5 cm     supports: height m missing to 97 % of standing;
///                                               saturates, so that who lies may push with his feet
///     r₂, r₃ = (R_torso ẑ)_{x,y} / 0.15         supports: the torso leans
struct LimbEffort {
    static constexpr int kRows = 4;
    Eigen::Matrix<double, kRows, 1> r;
    Eigen::Matrix<double, kRows, LimbDerivatives::kColumns>
        J;  // set when the instant has derivatives
};
[[nodiscard]] LimbEffort limb_effort(const SceneInstant&, int character, int limb);

}  // namespace gambol::cio
