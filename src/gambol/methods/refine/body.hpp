// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/character_tree.hpp"
#include "gambol/methods/refine/cargo.hpp"

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
    /// What is carried, each a tree of its own that moves as the root does; their coordinates come
    /// after those of the character.
    struct Carried {
        int joint = 0;  // whose body it is
        int first = 0;  // coordinate
        dynamics::RootAxes axes;
    };
    std::vector<Carried> carried = {};

    [[nodiscard]] int dofs() const { return tree.tree.dof_count(); }
    /// Of the character alone.
    [[nodiscard]] int own_dofs() const { return dofs() - kRoot * int(carried.size()); }
    [[nodiscard]] double own_mass() const;
};

/// The body for a movement through `poses`.
[[nodiscard]] Body body_for(
    const Character&, const std::vector<Pose>& poses, const Cargo& cargo = {});

/// Largest |sin| of the middle angle over the poses.
[[nodiscard]] double worst_middle_sine(const Body&, const std::vector<Pose>& poses);

/// Where all that is carried is, in the order of Body::carried.
using CargoPlaces = std::vector<SegmentFrame>;

/// Coordinates of the poses in turn, without jumps by whole turns; zero of what is carried unless
/// its places are given, per pose.
[[nodiscard]] std::vector<Eigen::VectorXd> coordinates_of(
    const Body&, const std::vector<Pose>& poses, const std::vector<CargoPlaces>& cargo = {});

/// The other way round.
[[nodiscard]] Pose pose_of(const Body&, const Eigen::VectorXd& q);
[[nodiscard]] CargoPlaces cargo_of(const Body&, const Eigen::VectorXd& q);

/// Limits of angle and torque by coordinate; those of the root, and of what is
/// carried, are infinite.
struct JointLimits {
    Eigen::VectorXd lower, upper;  // rad
    Eigen::VectorXd torque_lower, torque_upper;  // N m
};
[[nodiscard]] JointLimits joint_limits(const Character&, const Body&);

/// How far a value lies beyond its limits; signed.
[[nodiscard]] inline double beyond(double value, double lower, double upper)
{
    return value > upper ? value - upper : value < lower ? value - lower : 0;
}

}  // namespace gambol::refine
