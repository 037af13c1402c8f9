// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/spacetime/plan_scene.hpp"
#include "gambol/solve/interior_point.hpp"

#include <span>

namespace gambol::spacetime {

/// One way to begin: how finely, and from which guess.
struct Attempt {
    Density density;
    double swing_share = 0.25;  // of first_guess()
    bool other_barrier = false;  // start with the less likely one of the two
    bool within_strength = false;  // strength is kept, as far as possible
    int iterations = 1000;  // at most
};

/// In the order in which they are made, until one succeeds. What one local optimum or one set of
/// slices makes infeasible, another need not. Those that know of strength come first; what they do
/// not find may still be found beyond it.
[[nodiscard]] std::span<const Attempt> attempts();

/// The interior point method with settings that suit movements.
[[nodiscard]] ConstrainedReport solve_plan(const ScenePlan&, const Attempt&, SpacetimeProblem&,
    Eigen::VectorXd& x, const OnIteration& on_iteration = {});

/// From a movement that is nearly right already.
[[nodiscard]] ConstrainedReport solve_on(
    SpacetimeProblem&, Eigen::VectorXd& x, const OnIteration& on_iteration = {});

/// Its settings but for the first barrier.
[[nodiscard]] InteriorPointOptions solver_options();

}  // namespace gambol::spacetime
