// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_watch.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/scene/scene.hpp"

#include <string>
#include <vector>

namespace gambol::refine {

/// What became of a movement that was found with massless limbs.
struct WholeBody {
    bool better = false;  // than what was found, and valid: to be used instead
    std::string why_not;  // when it is not
    Motion motion;
    std::vector<Figure> figures;
    double worst_goal_error = 0;  // m, or rad / 3
    int iterations = 0, evaluations = 0;
    double first_cost = 0, last_cost = 0;
    std::vector<RunWarning> warnings;
};

/// The last stage of a search for contacts: its movement goes on being optimised on the joint tree
/// with all masses. It lets go of what was found: effort, smoothness and posture count, contact
/// places and times are free, joints and muscles have their limits, goals are rows on the tree and
/// whoever should stand comes to rest (docs/spacetime.md, "The whole body").
///
/// Of a scene with one character. `found` must have at least two samples. Deterministic.
[[nodiscard]] WholeBody whole_body(const Scene& scene, const std::vector<Goal>& goals,
    const Motion& found, double fps, RunWatch& watch);

}  // namespace gambol::refine
