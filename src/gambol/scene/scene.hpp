// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/geometry/rigid_path.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/scene/task.hpp"

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
    RigidPath path;  // of method cloth: how it moves from where `shape` has it
};

struct SceneCharacter {
    std::string name;
    Character body;  // scaled as the scene asks
    Pose start;  // placed in the world, at rest
};

struct Scene {
    std::string name;
    std::uint64_t seed = 1;
    double duration = 5;  // s
    std::vector<Surface> surfaces;
    std::vector<SceneCharacter> characters;
    Task task;
};

/// What the scene asks of one method. It must be the method that the scene is for.
template <class MethodTask> [[nodiscard]] const MethodTask& task_of(const Scene& scene)
{
    return std::get<MethodTask>(scene.task);
}
template <class MethodTask> [[nodiscard]] MethodTask& task_of(Scene& scene)
{
    return std::get<MethodTask>(scene.task);
}

}  // namespace gambol
