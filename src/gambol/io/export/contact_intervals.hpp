// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// From when to when a patch carried load from one partner.
struct ContactInterval {
    std::string contact, with;
    double from, to;  // s
};

/// Of one owner's contacts, in their order and then in time. `weight` is the owner's [N].
[[nodiscard]] std::vector<ContactInterval> contact_intervals(
    const std::vector<double>& times, const std::vector<MotionContact>& contacts, double weight);

}  // namespace gambol::io
