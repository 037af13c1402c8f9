// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"
#include "gambol/methods/motion_frame.hpp"
#include "gambol/scene/scene.hpp"
#include "gambol/methods/cio/terms/feature_frame.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

struct InstantForces {
    std::vector<PatchForce> patches;
    /// What the forces leave unexplained: fraction of weight, and of weight × 0.3 m.
    double force_residual = 0, torque_residual = 0;
};

/// Forces that this instant of the motion really needs: only through active patches that touch
/// (through those corners that are within 8 mm of one surface), with friction about the surface's
/// own normal, and nearly free of charge, so that what remains unexplained is the motion's fault.
[[nodiscard]] InstantForces instant_forces(const FeatureFrame&, const std::vector<Surface>&);

}  // namespace gambol::cio
