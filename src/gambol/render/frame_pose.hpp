// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/balls.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::render {

/// Where a time lies among the samples of a motion: value = (1−blend) v[before] + blend v[after].
struct TimeSample {
    int before = 0, after = 0;
    double blend = 0;
};

/// Times outside the clip are clamped to its ends. Empty `times` give {−1, −1, 0}.
[[nodiscard]] TimeSample sample_at(const std::vector<double>& times, double time);

[[nodiscard]] Eigen::Isometry3d body_pose(const MotionCharacter&, int body, const TimeSample&);
[[nodiscard]] Eigen::Isometry3d prop_pose(const MotionProp&, const TimeSample&);

/// A vertex between two samples, on the straight line.
[[nodiscard]] Eigen::Vector3d cloth_vertex(const MotionCloth&, int vertex, const TimeSample&);

/// Weight m‖g‖ of a character [N].
[[nodiscard]] double weight_of(const MotionCharacter&, const Eigen::Vector3d& gravity);

/// Centre of mass, or of the body origins when no body has a mass.
[[nodiscard]] Eigen::Vector3d center_of_mass(const MotionCharacter&, const TimeSample&);

/// Balls that together hold the shape, moved by `pose`; none for planes.
void append_bounds(const Shape&, const Eigen::Isometry3d& pose, std::vector<Ball>& balls);

/// What moves: all characters and cloth, and props when `with_props`.
[[nodiscard]] std::vector<Ball> moving_bounds(const Motion&, const TimeSample&, bool with_props);

/// `count` times from the first to the last sample, both included; one time when count is 1.
[[nodiscard]] std::vector<double> spread_times(const Motion&, int count);

}  // namespace gambol::render
