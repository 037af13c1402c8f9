// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/spacetime/replay.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <vector>

namespace gambol::spacetime {

/// The movement in x, sampled densely, with the forces that each instant needs. Every phase has a
/// whole number of frames; where two meet, forces are the mean of both sides.
[[nodiscard]] Motion reconstruct(
    const ScenePlan&, const SpacetimeProblem&, const Eigen::VectorXd& x);

/// How well physics and contacts hold between the slices, at 500 instants a second: torque in
/// flight, drift of angular momentum in flight, drift of contacts, depth in the floor.
[[nodiscard]] std::vector<Figure> figures_between(
    const ScenePlan&, const SpacetimeProblem&, const Eigen::VectorXd& x);

}  // namespace gambol::spacetime
