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

/// Who sets out stands for so long before, who stands at the end for so long after a last step.
constexpr double kSetsOutFor = 0.2, kStandsFor = 0.25;  // s

[[nodiscard]] int frames_in(const HoldPlan&, double time);

/// Where a corner lies on the surface that is nearest to it.
[[nodiscard]] Hold lay_corner(
    const Patch&, int corner, const SegmentFrame&, const std::vector<Surface>&);

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

/// Of swings of limbs that support `kept` is left, what is cut off being half at each end: both
/// feet stand for a while (double support). Where they go forward, corners at the back leave before
/// those at the front, and land before them (foot roll).
void overlap_steps(HoldPlan&, const Character&, double kept = 0.8);

}  // namespace gambol::refine
