// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/scene/goals.hpp"

#include <string>
#include <vector>

/// What is said of a motion beside the audit.
namespace gambol::cio {

/// How often supporting patches come down after having been up, and how often in a row it was a
/// different limb's turn.
int count_steps(const MotionCharacter&, const FeatureModel&, int& alternating);

/// The lowest of all swings: how far the patch centres of supports rise between two contacts [m].
[[nodiscard]] double least_swing_rise(
    const MotionCharacter&, const FeatureModel&, const std::vector<Shape>& surfaces);

/// Adds a figure, or makes it worse when there is one of that name.
void worsen(
    std::vector<Figure>& figures, const std::string& name, double value, const std::string& unit);

/// Position error in m and facing error in rad of one goal at its instant.
void goal_errors(const Goal&, const SceneInstant&, std::vector<Figure>& figures, double& worst);

}  // namespace gambol::cio
