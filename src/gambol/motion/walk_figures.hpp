// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

namespace gambol {

/// How somebody on two feet walks, as gait laboratories measure it: between the first landing of a
/// foot and the last. NaN where there is too little to measure.
struct WalkFigures {
    int steps = 0;  // landings
    double cadence = 0;  // steps per minute
    double step_length = 0;  // m, mean over landings of one foot after the other
    double double_support = 0;  // share of time with both feet loaded
    double shoulder_swing = 0;  // rad, ±, mean of both sides (joints called …shoulder_flexion)
    double knee_flexion = 0;  // rad, the greatest of a swing, mean (joints called …knee_flexion)
    double pelvis_rise = 0;  // m, highest less lowest place of the root within a step, mean
    double speed = 0;  // m/s, of the root, seen from above
    /// How much left and right differ, × their mean: step lengths or swing times, whichever differ
    /// more. Without the first two landings and the last two (of fewer than seven, without the
    /// first and the last), which belong to setting out and stopping.
    double side_difference = 0;
    /// Least vertical force of a foot in the middle of a stance over the mean of the greatest in
    /// its first and its second half: below 1 there are two humps. Mean over whole stances.
    double force_valley = 0;
};

/// Feet are the contacts called …foot; loaded with more than 2 % of weight.
[[nodiscard]] WalkFigures walk_figures(const Motion&, const MotionCharacter&);

}  // namespace gambol
