// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <limits>
#include <string>
#include <vector>

namespace gambol {

/// How one foot steps. A stride goes from touch-down to touch-down; what takes a stride is NaN
/// where there is none.
struct FootPhase {
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

    std::string name;
    int strides = 0;  // complete ones
    double period = kUnknown;  // s, median
    double duty = kUnknown;  // share of these strides with load
    double phase = kUnknown;  // of its touch-downs in strides of the first foot that has any, 0 … 1
    double spread = kUnknown;  // of that phase: standard deviation
};

/// Touch-downs of two feet, or of two pairs of feet that do the same.
struct FeetApart {
    std::string name;
    double apart = 0;  // of a stride, 0 … ½
};

/// In which order the feet of a character step.
struct Gait {
    std::string character;
    std::string name;  // walk, trot, pace, bound, pronk, tripod; none where it is not clear
    std::vector<FootPhase> feet;
    std::vector<FeetApart> pairs;  // of four feet that all touch down: fore, hind, left, right and
                                   // both diagonals
};

/// The gait of a character on the patches named `feet`. A foot is down while it is loaded
/// (contact_pattern.hpp), shorter interruptions than a swing takes left aside. With φ the phases
/// and d the distance of two of them on the circle, four feet make a
///
///     trot   d ≤ 0.1 on both diagonals, ≥ 0.4 between the fore feet
///     pace   d ≤ 0.1 on both sides, ≥ 0.4 between the fore feet
///     bound  d ≤ 0.1 fore and hind, ≥ 0.25 between left ones
///     pronk  d ≤ 0.1 for all
///     walk   d ≥ 0.4 fore and hind, 0.15 … 0.35 on both sides, every duty above ½
///
/// six a tripod when the middle foot of one side goes with the outer ones of the other (d ≤ 0.1)
/// and both sides' middle feet are ≥ 0.4 apart. Any other is none, and so is one whose feet do not
/// all make a stride, or make them with a spread above 0.1. Which foot is where follows from its
/// mean place in the frame of the root, x forward.
[[nodiscard]] Gait find_gait(
    const Motion&, std::size_t character, const std::vector<std::string>& feet);

}  // namespace gambol
