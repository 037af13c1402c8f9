// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"
#include "gambol/scene/scene.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol {

/// Who carries somebody that the world alone does not bring high enough.
struct Mount {
    int rider = 0;  // index into Scene::characters
    int bearer = 0;  // as Goal::who: a prop, or another character
    /// World frame: what of the bearer is stood on, as a block on the floor. Of a character the
    /// level part of its back, widened for two feet.
    Box block;
};

/// A goal that wants a torso higher than it stands on what the world has there.
struct HighGoal {
    int who = 0;  // index into Scene::characters
    Eigen::Vector3d target = Eigen::Vector3d::Zero();  // m, of the torso
    double lack = 0;  // m
    std::optional<Mount> mount;  // none: nothing there is about as high
};

/// Of a scene of method cio, in the order of its goals. Whatever rests below the target and is as
/// high as what is lacking, give or take a bend of the knees, carries: a prop of level top that no
/// goal moves, or another character's back as it starts.
[[nodiscard]] std::vector<HighGoal> high_goals(const Scene&);

/// Those that have one, each pair of rider and bearer once.
[[nodiscard]] std::vector<Mount> mounts_of(const Scene&);

}  // namespace gambol
