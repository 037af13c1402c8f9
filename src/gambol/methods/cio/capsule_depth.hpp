// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"

#include <Eigen/Dense>

#include <optional>

namespace gambol::cio {

/// How deep two capsules are in each other, with derivatives by the variables of the limbs that
/// carry them:
///
///     r = radius_a + radius_b − distance                                                [m]
struct CapsuleDepth {
    using Row = Eigen::Matrix<double, 1, LimbDerivatives::kColumns>;
    double r = 0;
    Row by_a, by_b;  // set only when the instant has derivatives
};
/// Nothing where r ≤ −horizon. The capsules may be of different instants' characters.
[[nodiscard]] std::optional<CapsuleDepth> capsule_depth(
    const SceneInstant&, const BodyCapsule& a, const BodyCapsule& b, double horizon);

}  // namespace gambol::cio
