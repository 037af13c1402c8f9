// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/instant.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/scene/goals.hpp"

#include <vector>

namespace gambol::refine {

/// Goals of the scene's one character as aims of points of its tree. The torso of a goal is the
/// point of the root that is the body's centre of mass when it stands, as in
/// character/feature_model.
[[nodiscard]] std::vector<Aim> aims_of(
    const std::vector<Goal>&, const Scene&, const dynamics::CharacterTree&);

/// How far a motion is from its goals.
struct GoalErrors {
    double worst = 0;  // m, or rad / 3
    std::vector<Figure> figures;
};
[[nodiscard]] GoalErrors goal_errors(const std::vector<Goal>&, const Scene&, const Motion&);

}  // namespace gambol::refine
