// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"
#include "gambol/methods/cio/guide_ground.hpp"
#include "gambol/methods/cio/handling/carry.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Where the torso should be at a time.
struct Waypoint {
    double time = 0;  // s
    Eigen::Vector2d place = Eigen::Vector2d::Zero();
    double height = 0;  // above the ground
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    double turns_by = 0;  // about the vertical since the last one [rad]
    double arms_down = 0, legs_down = 0;  // 0: as they hang, 1: planted on the floor
    bool keeps_facing = false;  // on the way here: sideways or backwards, as it comes
    Path corners;  // of that way
};

/// From how somebody starts through errands and goals, in the order of their times.
struct GuideWay {
    std::vector<Waypoint> points;  // at least two
    bool turns_over = false;  // on all limbs in between
};
[[nodiscard]] GuideWay guide_way(
    const CioScene&, int character, const GuideGround&, const std::vector<Carry>&);

/// Somebody leans on arms that far forward from upright [rad]; bodies without arms do not lean.
[[nodiscard]] double lean_on_arms(const FeatureModel&);

}  // namespace gambol::cio
