// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/reference.hpp"
#include "gambol/scene/scene.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol::refine {

/// Where the head of somebody should look, over time.
struct GazeWish {
    int head = 0;  // segment
    std::vector<double> times;  // s, rising
    /// Of length 1, level unless somebody looks at something; nothing while the body lies or hangs.
    std::vector<std::optional<Eigen::Vector3d>> directions;

    /// Between the times that are given, that of the nearest.
    [[nodiscard]] std::optional<Eigen::Vector3d> at(double time) const;
};

/// Ahead: where the trunk will face half a second later, so that the head leads turns and does not
/// swing with every step. Or at what the scene says (SceneCharacter::look_at), as far as a neck
/// turns. Nothing of who has no segment called head.
[[nodiscard]] std::optional<GazeWish> gaze_of(const SceneCharacter&, const Reference&);

}  // namespace gambol::refine
