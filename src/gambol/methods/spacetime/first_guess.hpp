// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/spacetime/plan_scene.hpp"

namespace gambol::spacetime {

/// A movement that knows the phases and keys and no physics: each coordinate goes straight from key
/// to key, or stays as in the character's pose, and the centre of mass flies from where it is over
/// one foothold to where it is over the next. More than half a somersault happens in flight, at
/// `swing_share` of that speed while hands hold a bar, and not at all on feet.
[[nodiscard]] Eigen::VectorXd first_guess(
    const ScenePlan&, const SpacetimeProblem&, double swing_share = 0.25);

}  // namespace gambol::spacetime
