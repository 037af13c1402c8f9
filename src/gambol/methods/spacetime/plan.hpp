// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/tree.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::spacetime {

/// A body that stays where it is during a phase.
struct Tie {
    dynamics::BodyPoint point;  // body frame
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  // world
    enum class Turn {
        free,
        about_y,  // of its axes: those of a hand that turns about a bar
        none,
    } turn
        = Turn::free;
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // R_world_body that it is held to
};

/// A ball on the body.
struct Feeler {
    dynamics::BodyPoint point;
    double radius = 0;  // m
};

/// A bar or an edge of a peg, seen as endless.
struct Line {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d direction = Eigen::Vector3d::UnitY();  // unit
    double radius = 0;  // m
};

/// A limb that stays outside of a bar.
struct Passing {
    Line bar;
    dynamics::BodyCapsule limb;
};

/// What the world may do to the body through its ties.
enum class PhaseKind {
    flight,  // nothing
    grip,  // any force, and a little torque about a bar
    support,  // push, with friction, through an area
};

/// A stretch of time during which the body is tied to the same places.
///
/// The first tie is the effective root: translations are such that it holds exactly.
struct Phase {
    PhaseKind kind = PhaseKind::flight;
    double begin = 0, end = 0;  // s
    std::vector<Tie> ties;
    std::vector<Passing> passings;  // what is near what
    double above_box = 0;  // of a flight down from a box: the share for which feet are above it

    /// Of a support: tangents and normal (columns), and corners of the area around the first tie's
    /// place along the tangents, anticlockwise.
    Eigen::Matrix3d ground = Eigen::Matrix3d::Identity();
    std::vector<Eigen::Vector2d> area;
    double friction = 1;
    double twist = 0.04;  // m: greatest torque about the normal, at the centre of pressure, over
                          // normal force
    double most_force = 10;  // × weight

    /// Of a grip.
    Eigen::Vector3d bar = Eigen::Vector3d::UnitY();  // unit
    double bar_torque
        = 0.003;  // × weight × SliceContext::arm: hands turn about a bar almost freely
    /// Torque across the bar. Two hands give it, over force, by where between them they pull: so
    /// far to both sides of their middle, which lies `grip_middle` along the bar from the first
    /// tie's place. One hand gives that much × weight by its wrist. 0: any torque, in a plane.
    double grip_arm = 0, grip_middle = 0;  // m

    [[nodiscard]] double duration() const { return end - begin; }
};

}  // namespace gambol::spacetime
