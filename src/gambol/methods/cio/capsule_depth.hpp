// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/problem/local_model.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>

namespace gambol::cio {

using LimbColumns = std::array<int, LimbDerivatives::kColumns>;  // local, of a limb

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

/// A hinge of r + clearance. Columns that both limbs have (their torso's) appear twice; the sums
/// come out right.
void add_hinge(const CapsuleDepth&, double clearance, const LimbColumns& of_a,
    const LimbColumns& of_b, LocalModel& out);

}  // namespace gambol::cio
