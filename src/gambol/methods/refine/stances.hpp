// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/holds.hpp"

#include <vector>

namespace gambol::refine {

/// A patch that stands for a while: holds of its corners that overlap in time.
struct Stance {
    int begin = 0, end = 0;  // frames
    std::vector<size_t> holds;  // index into HoldPlan::holds
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();  // m, of their places
};

/// Of one patch, in turn.
[[nodiscard]] std::vector<Stance> stances_of(const HoldPlan&, int patch);

/// How far a patch goes from one stance to another: the corner that goes farthest, as a foot that
/// turns on the spot goes somewhere too [m].
[[nodiscard]] double way_between(const HoldPlan&, const Stance&, const Stance&);

// What a walker would do otherwise than what found the contacts: edits of a plan.

/// Stances in nearly one place (4 cm) with a short lift between them (0.7 s) become one: a foot
/// that goes nowhere stays.
void merge_stances(HoldPlan&, const Character&);

/// Limbs that support and lie flat on a surface in the pose `first` hold on for the first fifth of
/// a second, or less where they land again soon: who sets out shifts the weight before a foot
/// leaves.
void stand_at_start(HoldPlan&, const Character&, const std::vector<Surface>&, const Pose& first);

/// Limbs that support hold on with all corners for the last quarter of a second: who stands, stands
/// on all feet. `last` is the pose at the end.
void stand_at_end(HoldPlan&, const Character&, const std::vector<Surface>&, const Pose& last);

/// Who has two feet, level or on one plane and farther apart than they are when standing, takes a
/// last step: one of them, the one behind if there is one, comes beside the other before the end.
/// So does one that a turn left behind: `facing` is where the body faces in the end, about the
/// vertical [rad]. Nothing happens where there is no time for it. For plans after stand_at_end().
void close_stance(HoldPlan&, const Character&, const std::vector<Surface>&, double facing = 0);

/// Of swings of limbs that support `kept` is left, what is cut off being half at each end: both
/// feet stand for a while (double support). Where they go forward, corners at the back leave before
/// those at the front, and land before them (foot roll).
void overlap_steps(HoldPlan&, const Character&, double kept = 0.8);

}  // namespace gambol::refine
