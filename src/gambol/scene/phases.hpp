// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include <optional>
#include <vector>

/// What `method: spacetime` is asked for (docs/scene-format.md).
namespace gambol {

/// A patch of the body stays on a surface: soles flat on the ground, hands around a bar.
struct PhaseContact {
    int patch = 0;  // index into Character::patches
    int surface = 0;  // index into Scene::surfaces
    /// Where the centre of the patch is [m]; of a hand that grips, the point on the axis of the bar
    /// that it closes around.
    Eigen::Vector3d at = Eigen::Vector3d::Zero();
    double facing = 0;  // rad about the vertical: where the patch's x axis points
};

/// A stretch of time during which the same contacts hold the body; none of them is a flight.
struct ScenePhase {
    double duration = 1;  // s
    std::vector<PhaseContact> contacts;
};

/// One joint has a value at an instant.
struct KeyJoint {
    int angle = 0;  // index into Pose::angles
    double value = 0;  // rad or rad/s
};

/// What shall hold at an instant.
struct Key {
    double when = 0;  // s
    std::vector<KeyJoint> angles, velocities;
    std::optional<Eigen::Quaterniond> rotation;  // of the root
    /// Whole turns made until then: forward, and sideways to the left.
    double somersaults = 0, cartwheels = 0;
    double within = 0;  // rad: by how much angles and rotation may be missed
    bool rest = false;  // nothing moves
};

}  // namespace gambol
