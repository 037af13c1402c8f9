// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/geometry/rigid_path.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/scene/prop.hpp"
#include "gambol/scene/task.hpp"

#include <cstddef>
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

/// How somebody moves who could as well move otherwise. 0 is neither; docs/style.md.
struct Style {
    double tension = 0;  // −1 relaxed … 1 tense
    double boldness = 0;  // −1 cautious … 1 bold
};

struct SceneCharacter {
    std::string name;
    Character body;  // scaled as the scene asks
    Pose start;  // placed in the world, at rest
    double effort = 1;  // of method cio: what its forces cost, × what others' do
    Style style = {};
    std::optional<Eigen::Vector3d> look_at = {};  // m, world; else ahead
};

struct Scene {
    std::string name;
    std::uint64_t seed = 1;
    double duration = 5;  // s
    std::vector<Surface> surfaces;
    std::vector<SceneCharacter> characters;
    std::vector<SceneProp> props;
    Task task;

    /// Of whom a goal speaks (Goal::who).
    [[nodiscard]] bool is_prop(int who) const { return who >= int(characters.size()); }
    [[nodiscard]] const SceneProp& prop_of(int who) const
    {
        return props[std::size_t(who) - characters.size()];
    }
    [[nodiscard]] const std::string& name_of(int who) const
    {
        return is_prop(who) ? prop_of(who).name : characters[std::size_t(who)].name;
    }
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
