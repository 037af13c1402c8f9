// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>
#include <vector>

namespace gambol::cio {

/// How a prop gets to where a goal wants it, as a first guess: somebody walks up to it, takes it
/// between two hands, carries it and puts it down. Everything in it is derived from the scene: who
/// (the nearest with two free limbs), from which side (where it is least to walk and turn, and
/// there is room to stand), how low to bend (until the hands reach), when (as the ways take time,
/// in whole phases). Like the guide it is no constraint.
struct Carry {
    int prop = 0, character = 0;  // of the SceneModel
    std::array<int, 2> hands;  // limbs: the left one first

    /// Where the carrier stands while the prop is at one of its ends, and how.
    struct Stance {
        Eigen::Vector2d place;
        double heading = 0;  // about the vertical
        double height = 0;  // m, of the torso above the floor
        double lean = 0;  // rad, forward
    };
    Stance pick, put;
    double upright = 0;  // m: the torso above the floor while walking

    Eigen::Vector3d from, to;  // m: the prop's ends
    Eigen::Quaterniond from_turn, to_turn;
    Eigen::Vector3d across;  // unit, prop frame: from its middle to the left hand
    double half_width = 0;  // m, along it
    Eigen::Vector3d grip;  // m, prop frame: the middle between the hands
    Eigen::Vector3d held;  // m: the prop seen from an upright torso that carries it

    int reach = 0, lift = 0, settle = 0, leave = 0;  // phases that begin with these
    double bend_time = 0;  // s: to bend down, or to rise

    [[nodiscard]] bool handled(int phase) const { return phase >= reach && phase < leave; }
    [[nodiscard]] bool in_the_air(int phase) const { return phase >= lift && phase < settle; }
};

/// For every prop with a goal of its own; `start` picks among the sides it may be taken from, best
/// first.
[[nodiscard]] std::vector<Carry> plan_carries(const CioScene&, int start);

/// Where the prop is at a time, when its carrier's torso is there (height and heading count).
struct PropPlace {
    Eigen::Vector3d position;
    Eigen::Quaterniond turn;
};
[[nodiscard]] PropPlace carried_place(
    const CioScene&, const Carry&, double time, const Eigen::Vector3d& torso, double heading);

/// Lays the carrier's hands on the prop in its coordinates q at a time; they come and leave from
/// the sides.
void lay_hands(
    const CioScene&, const Carry&, double time, const PropPlace& prop, Eigen::VectorXd& q);

/// Contact variables of all that a carry is about: on where it wants them, off elsewhere.
void plan_contacts(const CioScene&, const std::vector<Carry>&, Eigen::VectorXd& x);

}  // namespace gambol::cio
