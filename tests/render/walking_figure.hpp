// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

namespace gambol::test {

/// A human-like figure of capsules that steps along +x from the origin to a marker 2.5 m away in
/// 5 s: feet by a fixed plan, legs by two-link geometry, weight shared by the feet on the ground.
/// It looks like a walk and is none: good for pictures only.
[[nodiscard]] Motion walking_figure(double frames_per_second = 60);

/// Level ground, no characters, the given times.
[[nodiscard]] Motion empty_stage(std::vector<double> times = { 0, 1 });

/// A character of one body with one shape, at rest at `position`.
[[nodiscard]] MotionCharacter resting_body(
    const std::string& body_name, const Shape& shape, const Eigen::Vector3d& position, int samples);

}  // namespace gambol::test
