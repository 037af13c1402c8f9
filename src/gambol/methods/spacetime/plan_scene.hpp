// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/methods/spacetime/spacetime_problem.hpp"
#include "gambol/scene/scene.hpp"

#include <memory>

namespace gambol::spacetime {

/// How finely a movement is described and watched.
struct Density {
    double knot_spacing = 0.09;  // s, about, for a body of 1.75 m
    int slices_per_interval = 6;
};

/// A scene as a movement to be found. `scene` must outlive it.
struct ScenePlan {
    const Scene* scene = nullptr;
    std::unique_ptr<const dynamics::CharacterTree> body;  // plan.context.tree is its tree
    SpacetimePlan plan;
    bool is_far = false;  // from any guess: it turns over, or its body has few joints to do it with

    int turning_dof = 2;  // the root angle that somersaults and cartwheels add up in

    [[nodiscard]] const Character& character() const { return scene->characters.front().body; }
    /// Coordinates that turn the root, before those of the joints.
    [[nodiscard]] int root_dofs() const { return plan.root_dofs; }
};

/// Phases become ties, keys become pins; joint ranges become bounds, and strength of joints rows if
/// it is to be kept. The scene is one of method
/// spacetime.
[[nodiscard]] ScenePlan plan_scene(const Scene&, const Density& = {}, bool within_strength = false);

/// Where a contact's patch is on the body: the point that is tied, and of feet how the body's axes
/// are then turned.
[[nodiscard]] Tie tie_of(const Scene&, const dynamics::CharacterTree&, const PhaseContact&);

/// Root angles of a key that has a rotation, with the whole turns made until then.
[[nodiscard]] Eigen::VectorXd root_coordinates(const ScenePlan&, const Key&);

}  // namespace gambol::spacetime
