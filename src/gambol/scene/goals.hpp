// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <optional>
#include <variant>

/// What a character shall achieve, or what shall become of a prop (docs/scene-format.md, "goals").
namespace gambol {

/// The torso's centre above this point of the ground plane; z too when `with_height`. A prop's
/// centre of mass, always with its height.
struct PositionGoal {
    Eigen::Vector3d target = Eigen::Vector3d::Zero();
    bool with_height = false;
};

/// The torso, or a prop's x axis, looks this way (unit vector, world).
struct FacingGoal {
    Eigen::Vector3d direction = Eigen::Vector3d::UnitX();
};

/// Stands: upright, support limbs extended, torso centred above them, feet on the floor.
struct StandGoal { };

/// Stands on the limbs that otherwise hang: upside down, arms extended, feet up.
struct HandstandGoal { };

/// The patch centre of a limb is here and moves like this.
struct StrikeGoal {
    int limb = 0;  // index into Character::limbs
    Eigen::Vector3d target = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
};

/// A prop has turned that far about its hinge since the start [rad].
struct AngleGoal {
    double angle = 0;
};

using GoalKind
    = std::variant<PositionGoal, FacingGoal, StandGoal, HandstandGoal, StrikeGoal, AngleGoal>;

struct Goal {
    int who = 0;  // index into Scene::characters and, after all of them, Scene::props
    GoalKind kind;
    std::optional<double> when;  // s; at the end when empty
};

}  // namespace gambol
