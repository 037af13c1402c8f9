// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gambol::cio {

/// Where one hand lies on a prop.
struct Hold {
    int limb = 0;  // −1: this hand is free
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  // m, prop frame: on its surface
    Eigen::Vector3d out = Eigen::Vector3d::UnitY();  // unit, prop frame: of the surface there
};

/// Where somebody stands while the prop is at one end of its way, and how.
struct Stance {
    Eigen::Vector2d place = Eigen::Vector2d::Zero();
    double heading = 0;  // about the vertical
    double height = 0;  // m, of the torso above the floor
    double lean = 0;  // rad, forward
};

/// Corners of a way around what stands in it; none where it is straight.
using Path = std::vector<Eigen::Vector2d>;

/// One of those who move a prop.
struct Handler {
    int character = 0;  // of the SceneModel
    std::array<Hold, 2> hands;  // the left one first
    Stance pick, put;
    Path there, along;  // corners on the way to `pick`, and from there to `put`
    double upright = 0;  // m: the torso above the floor while walking
    Eigen::Vector3d held
        = Eigen::Vector3d::Zero();  // m: the prop seen from an upright torso that carries it
    std::optional<Stance> through = {};  // where it is when what it swings is open
};

/// How a prop gets from one place to another, as a first guess: people walk up to it, lay their
/// hands on it, take it along and let go. Everything in it is derived from the scene. Like the
/// guide it is no constraint.
struct Carry {
    enum class Way {
        lifted,  // between hands, off the floor
        pushed,  // along the floor
        swung,  // about its hinge
    };
    /// What holds the prop before or after.
    enum class End {
        rest,  // it lies on something
        hands,  // those of whoever has the next or the previous part of its way
    };
    int prop = 0;  // of the SceneModel
    Way way = Way::lifted;
    std::vector<Handler> by;  // who, all at the same time
    Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = from;  // m: the prop's ends
    Eigen::Quaterniond from_turn = Eigen::Quaterniond::Identity(), to_turn = from_turn;
    End before = End::rest, after = End::rest;

    double swing = 0;  // rad: by how much it turns about its hinge
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  // unit, of the hinge
    int reach = 0, lift = 0, settle = 0, leave = 0;  // phases that begin with these
    double bend_time = 0;  // s: to bend down, or to rise

    [[nodiscard]] bool handled(int phase) const { return phase >= reach && phase < leave; }
    [[nodiscard]] bool moves(int phase) const { return phase >= lift && phase < settle; }
    [[nodiscard]] const Handler* handler(int character) const;
};

/// For every prop with a goal of its own the parts of its way, in their order; `start` picks among
/// the plans there are, best first.
[[nodiscard]] std::vector<Carry> plan_carries(const CioScene&, int start);

/// Names of props with a goal that nobody can get there in the time.
[[nodiscard]] std::vector<std::string> unmovable_props(const CioScene&);

/// Where the prop is at a time, when the torsos of those who have it in their hands are there
/// (height and heading count), one for each of Carry::by.
struct PropPlace {
    Eigen::Vector3d position;
    Eigen::Quaterniond turn;
};
struct TorsoPlace {
    Eigen::Vector3d position;
    double heading = 0;
};
[[nodiscard]] PropPlace carried_place(
    const CioScene&, const Carry&, double time, const std::vector<TorsoPlace>& torsos);

/// Lays the hands of one handler on the prop in its coordinates q at a time; they come and leave
/// from outside.
void lay_hands(const CioScene&, const Carry&, const Handler&, double time, const PropPlace& prop,
    Eigen::VectorXd& q);

/// The same of one that swings it: a palm presses on it, fingers up. It has left before all comes
/// to rest.
void press_hands(const CioScene&, const Carry&, const Handler&, double time, const PropPlace& prop,
    Eigen::VectorXd& q);

/// Contact variables of all that carries are about: on where they want them, off elsewhere.
void plan_contacts(const CioScene&, const std::vector<Carry>&, Eigen::VectorXd& x);

/// s: when a phase begins, all being equally long.
[[nodiscard]] double time_of(const CioScene&, int phase);

}  // namespace gambol::cio
