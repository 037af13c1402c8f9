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
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  // m, on average, in the frame of the root
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
    std::string name;  // gait_name(): walk, trot, …; none where it is not clear
    std::vector<FootPhase> feet;
    std::vector<FeetApart> pairs;  // of four feet that all touch down: fore, hind, left, right and
                                   // both diagonals
};

/// The gait of a character on the patches named `feet`. A foot is down while it is loaded
/// (contact_pattern.hpp), shorter interruptions than a swing takes left aside; of motions that
/// repeat, as cycle.hpp has it. gait_name() names it where all feet make strides, with phases that
/// spread by no more than 0.1. Which foot is where follows from its mean place in the frame of the
/// root, x forward.
[[nodiscard]] Gait find_gait(
    const Motion&, std::size_t character, const std::vector<std::string>& feet);

}  // namespace gambol
