// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/gait_task.hpp"

#include <map>
#include <string>
#include <vector>

namespace gambol::gait {

/// In which order feet touch down, under a name that riders and animators use.
struct Pattern {
    std::string name;
    std::string summary;
    bool symmetric = true;  // left and right do the same, half a period apart
    std::map<std::string, double> starts;  // by leg: share of the period
    Asked duty;  // of every foot
};

/// Those that suit the legs of a body: which leg is left, right, fore or hind follows from where
/// the hips are. Empty for bodies whose legs have no such order.
[[nodiscard]] std::vector<Pattern> patterns_of(const Character&);

}  // namespace gambol::gait
