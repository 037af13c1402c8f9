// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/geometry/rigid_path.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/scene/cloth_scene.hpp"
#include "gambol/scene/phases.hpp"
#include "gambol/scene/reference.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gambol {

/// What a user asks for, as read from a scene file with all defaults filled in.

struct Surface {
    std::string name;
    Shape shape;  // world frame
    double friction = 0.8;
    RigidPath path;  // of method cloth: how it moves from where `shape` has it
};

struct SceneCharacter {
    std::string name;
    Character body;  // scaled as the scene asks
    Pose start;  // placed in the world, at rest
};

/// The torso's centre above this point of the ground plane; z too when `with_height`.
struct PositionGoal {
    Eigen::Vector3d target = Eigen::Vector3d::Zero();
    bool with_height = false;
};

/// The torso looks this way (unit vector, world).
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

using GoalKind = std::variant<PositionGoal, FacingGoal, StandGoal, HandstandGoal, StrikeGoal>;

struct Goal {
    int who = 0;  // index into Scene::characters
    GoalKind kind;
    std::optional<double> when;  // s; at the end when empty
};

/// Which form of the physics cost; docs/cio.md.
enum class ResidualForm { value, paper };

/// Which optimiser; `paper` is L-BFGS on finite differences, kept for benchmarks.
enum class CioSolver { levenberg_marquardt, lbfgs, paper };

/// What a patch is drawn to: the nearest surface that faces it, or an average over all;
/// docs/cio.md.
enum class NearestPoint { facing, paper };

/// Whether phases take equal times or as long as suits the movement.
enum class PhaseTiming { free, even };

/// Options of `method: cio`, set under `cio:` in a scene by the same names.
struct CioOptions {
    double phase_duration = 0.5;  // s, on average; contacts are constant within a phase
    PhaseTiming timing = PhaseTiming::free;
    int starts = 2;  // independent starts, run in parallel; the best valid one wins
    ResidualForm residual = ResidualForm::value;
    CioSolver solver = CioSolver::levenberg_marquardt;
    NearestPoint nearest = NearestPoint::facing;
    bool zmp_hint = false;  // eq. 11 in the second stage
    bool effort = true;  // force costs what it asks of the limb that carries it
    double fps = 120;  // samples per second of the resulting motion
};

/// What a movement of `method: spacetime` is to have little of, set under `objectives:` in a scene.
struct Objectives {
    double smooth = 1;  // × the usual weight of accelerations
    double pose = 1;  // × the usual weight of being far from the start pose
    double contact_force = 0;  // of ∫ (force / weight)² dt
    double contact_jerk = 0;  // s², of ∫ (d/dt force / weight)² dt
    struct Torque {
        int angle = 0;  // index into Pose::angles
        double weight = 0;  // of ∫ (torque / (weight × 0.1 m))² dt
    };
    std::vector<Torque> torques;
};

/// Options of `method: spacetime`, set under `spacetime:` in a scene by the same names.
struct SpacetimeOptions {
    /// Samples per second of the resulting motion. At a hard landing force rises by a weight in a
    /// few milliseconds; the audit takes it as straight between samples.
    double fps = 240;
    /// How many times as long as its reference a refinement may take when strength does not suffice
    /// for its pace.
    double stretch = 1.5;
};

struct Scene {
    std::string name;
    std::string method = "cio";
    double duration = 5;  // s
    std::vector<Surface> surfaces;
    std::vector<SceneCharacter> characters;
    std::vector<Goal> goals;
    CioOptions cio;
    std::vector<ScenePhase> phases;  // of method spacetime; their durations add up to `duration`
    std::vector<Key> keys;
    SpacetimeOptions spacetime;
    Objectives objectives;
    ClothScene cloth;
    /// Of method spacetime, instead of phases: what is to be refined.
    std::optional<Reference> reference;
    std::uint64_t seed = 1;
};

}  // namespace gambol
