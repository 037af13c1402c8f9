// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include <array>
#include <vector>

namespace gambol::dynamics {

/// Axes a, b and c of the body, 0 … 2 and all different, that a root turns about one after the
/// other: R = R(a) R(b) R(c). The middle angle has
///
///     sin b = ± e_a · R e_c
///
/// and must stay clear of 90°; the outer two are unbounded.
using RootAxes = std::array<int, 3>;

/// What suffices for somersaults and for turns about the vertical.
constexpr RootAxes kUsualAxes { 2, 0, 1 };

/// Angles of a rotation, the outer two within ±π, the middle one within ±π/2.
[[nodiscard]] Eigen::Vector3d root_angles(const Eigen::Matrix3d& R, const RootAxes&);

/// The other way round.
[[nodiscard]] Eigen::Quaterniond root_rotation(const Eigen::Vector3d& angles, const RootAxes&);

/// Largest |sin| of the middle angle over all rotations.
[[nodiscard]] double worst_middle_sine(
    const RootAxes&, const std::vector<Eigen::Quaterniond>& rotations);

/// Those axes of which the middle angle stays farthest from 90° over a whole movement: one who
/// rolls from the side or turns a cartwheel has others than one who does a handstand. The usual
/// ones if they do not exceed `good_enough`.
[[nodiscard]] RootAxes root_axes_for(
    const std::vector<Eigen::Quaterniond>& rotations, double good_enough = 0);

}  // namespace gambol::dynamics
