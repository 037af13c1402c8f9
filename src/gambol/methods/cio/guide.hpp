// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

namespace gambol::cio {

/// When a guide sets out for its next goals and when it gets there, as fractions of the time it
/// has.
struct GuideTiming {
    double leave = 0, arrive = 1;
};

/// Writes the first guess of a movement into the coordinates and velocities of x: the torso glides
/// from its start pose through what the goals say of it, over what stands in the way and under what
/// hangs there, and the limbs are carried along from how they start to how they hang at rest. It
/// knows nothing of contacts, forces or steps; it only spares the optimiser a body that waits in
/// front of an obstacle and jumps through it at the end.
void write_guide(const CioScene&, const GuideTiming&, Eigen::VectorXd& x);

}  // namespace gambol::cio
