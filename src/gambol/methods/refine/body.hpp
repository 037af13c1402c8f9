// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/character_tree.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::refine {

constexpr int kRoot = 6;  // coordinates of the root

/// A character as a tree whose root moves along x, y, z and turns by three angles about axes a, b
/// and c of the body in turn: R = R(a, q₃) R(b, q₄) R(c, q₅). The middle angle has
///
///     sin q₄ = ± e_a · R e_c
///
/// and must stay clear of 90°, so the axes are those of which it does over a whole movement: one
/// who rolls from the side has others than one who does a handstand.
struct Body {
    dynamics::CharacterTree tree;
    std::array<int, 3> axes;  // a, b, c: 0 … 2, all different

    [[nodiscard]] int dofs() const { return tree.tree.dof_count(); }
};

/// The body for a movement through `poses`.
[[nodiscard]] Body body_for(const Character&, const std::vector<Pose>& poses);

/// Largest |sin| of the middle angle over the poses.
[[nodiscard]] double worst_middle_sine(const Body&, const std::vector<Pose>& poses);

/// Coordinates of the poses in turn, without jumps by whole turns.
[[nodiscard]] std::vector<Eigen::VectorXd> coordinates_of(
    const Body&, const std::vector<Pose>& poses);

/// The other way round.
[[nodiscard]] Pose pose_of(const Body&, const Eigen::VectorXd& q);

/// Limits of angle and torque by coordinate; those of the root are infinite.
struct JointLimits {
    Eigen::VectorXd lower, upper;  // rad
    Eigen::VectorXd torque_lower, torque_upper;  // N m
};
[[nodiscard]] JointLimits joint_limits(const Character&);

/// How far a value lies beyond its limits; signed.
[[nodiscard]] inline double beyond(double value, double lower, double upper)
{
    return value > upper ? value - upper : value < lower ? value - lower : 0;
}

}  // namespace gambol::refine
