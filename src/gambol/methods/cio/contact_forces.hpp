// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/hinge_force.hpp"
#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/methods/motion_frame.hpp"

#include <vector>

namespace gambol::cio {

struct InstantForces {
    /// Per contact of the instant; a prop counts as a surface after all those of the world.
    std::vector<PatchForce> contacts;
    /// Per body: what the forces leave unexplained, as fraction of weight and of weight × 0.3 m.
    struct Unexplained {
        double force = 0, torque = 0;
    };
    std::vector<Unexplained> bodies;
    std::vector<HingeForce> hinges;  // per body: of its hinge; zero where it is free
};

/// Forces that this instant of the motion really needs: only through active patches that touch
/// (through those corners that are within kForceReach of one surface), with friction about the
/// surface's own normal, and nearly free of charge, so that what remains unexplained is the
/// motion's fault.
[[nodiscard]] InstantForces instant_forces(const SceneInstant&);

}  // namespace gambol::cio
