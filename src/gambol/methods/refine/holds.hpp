// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::refine {

/// A corner of a patch that stays where it is on a surface from contact to contact release: the
/// corner is a point of the body, its place one of the world.
struct Hold {
    int patch = 0, corner = 0;  // index into Character::patches; 0 … 3
    int surface = 0;
    int begin = 0, end = 0;  // frames, see HoldPlan
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  // m, on the surface
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // columns: two tangents, surface normal
};

/// What a movement holds on to and when. Time is counted in frames, `frame` seconds each, so that
/// forces begin and end on samples of the result.
struct HoldPlan {
    int frames = 0;
    double frame = 1.0 / 240;  // s
    std::vector<Hold> holds;
    std::vector<int> changes;  // frames at which holds begin or end, with both ends; rising
    [[nodiscard]] double duration() const { return frames * frame; }
};

/// How near changes of holds are made one, in frames: a thirtieth of a second, times `slowness`.
[[nodiscard]] int frames_of_same_time(const HoldPlan&, double slowness = 1);

/// Finds HoldPlan::changes anew from the holds, makes those that are nearer to each other than
/// `near` frames one, and drops holds that have no length.
void join_changes(HoldPlan&, int near);

constexpr int kCorners = 4;

/// Corner 0 … 3 of a patch, segment frame.
[[nodiscard]] Eigen::Vector3d patch_corner(const Patch&, int corner);

/// Holds of a reference: corners of touching patches that are near their surface and do not slide.
/// What is shorter than a twentieth of a second is left out, gaps as short are closed, and changes
/// nearer to each other than a thirtieth are made one. Times of the plan are `slowness` times those
/// of the reference.
[[nodiscard]] HoldPlan find_holds(const Reference&, const Character&,
    const std::vector<Surface>& surfaces, double samples_per_second, double slowness = 1);

/// Of limbs that are no legs and hold on to nothing: coordinates of a body that swing to and fro.
[[nodiscard]] std::vector<int> loose_coordinates(const Character&, const HoldPlan&);

}  // namespace gambol::refine
