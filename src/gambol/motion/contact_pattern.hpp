// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>
#include <vector>

namespace gambol {

/// Per sample: whether a patch presses on something with more than 2 % of its owner's weight.
[[nodiscard]] std::vector<bool> loaded_samples(
    const Motion&, const MotionCharacter& owner, const MotionContact&);

/// Which patch carried load when, over equal parts of the clip.
struct ContactPattern {
    struct Row {
        std::string name;  // "left_foot"; "ann/left_foot" when there are several characters
        std::vector<double> loaded;  // per slot: share of its time with load, 0 … 1
    };
    std::vector<Row> rows;  // every patch of every character, in the order of the motion
};

/// Loaded as in loaded_samples.
[[nodiscard]] ContactPattern contact_pattern(const Motion&, int slots);

/// One line to read at a glance, e.g. "Lfoot ██·███·███ Rfoot █·███·████": full where a slot is
/// loaded for at least two thirds of its time, half from one third on. Patches that never are
/// loaded are left out.
[[nodiscard]] std::string pattern_text(const ContactPattern&);

/// The same with slots of half a second, as long as a line is.
[[nodiscard]] std::string pattern_text(const Motion&);

}  // namespace gambol
