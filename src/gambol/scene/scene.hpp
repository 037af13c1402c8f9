// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace gambol {

/// What a user asks for, as read from a scene file with all defaults filled in.

struct Surface {
    std::string name;
    Shape shape;  // world frame
    double friction = 0.8;
};

struct SceneCharacter {
    std::string name;
    Character body;  // scaled as the scene asks
    Pose start;  // placed in the world, at rest
};

/// The torso's centre above this point of the ground plane at the end; z too when `with_height`.
struct PositionGoal {
    Eigen::Vector3d target = Eigen::Vector3d::Zero();
    bool with_height = false;
};

/// The torso looks this way at the end (unit vector, world).
struct FacingGoal {
    Eigen::Vector3d direction = Eigen::Vector3d::UnitX();
};

/// Stands at the end: upright, support limbs extended, torso centred above them, feet on the floor.
struct StandGoal { };

using GoalKind = std::variant<PositionGoal, FacingGoal, StandGoal>;

struct Goal {
    int who = 0;  // index into Scene::characters
    GoalKind kind;
};

/// Which form of the physics cost; docs/cio.md.
enum class ResidualForm { value, paper };

/// Which optimiser; `paper` is L-BFGS on finite differences, kept for benchmarks.
enum class CioSolver { levenberg_marquardt, lbfgs, paper };

/// Options of `method: cio`, set under `cio:` in a scene by the same names.
struct CioOptions {
    double phase_duration = 0.5;  // s; contacts are constant within a phase
    int starts = 4;  // independent starts, run in parallel; the best valid one wins
    ResidualForm residual = ResidualForm::value;
    CioSolver solver = CioSolver::levenberg_marquardt;
    bool zmp_hint = false;  // eq. 11 in the second stage
    double fps = 120;  // samples per second of the resulting motion
};

struct Scene {
    std::string name;
    std::string method = "cio";
    double duration = 5;  // s
    std::vector<Surface> surfaces;
    std::vector<SceneCharacter> characters;
    std::vector<Goal> goals;
    CioOptions cio;
    std::uint64_t seed = 1;
};

}  // namespace gambol
