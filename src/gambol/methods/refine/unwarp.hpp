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

}  // namespace gambol::refine
