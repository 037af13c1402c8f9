// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/refine_problem.hpp"

namespace gambol::refine {

/// A movement whose clock and places were free, told in real time: where it is and what it holds,
/// on frames.
struct Unwarped {
    Reference reference;  // touches nothing: the plan says what is held
    HoldPlan plan;
};
[[nodiscard]] Unwarped unwarp(const RefineProblem&, const Eigen::VectorXd& x);

/// Who hardly moves for long before or after a movement takes that time for it: what lies between
/// is told up to 1.6 times as slowly, and the rest the faster. Leaves alone what flies, as falling
/// takes its own time.
void use_the_time(Reference&, const Character&);

}  // namespace gambol::refine
