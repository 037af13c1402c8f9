// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/handling/carry.hpp"
#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Writes the first guess of a movement into the coordinates and velocities of x: the torso glides
/// from its start pose through what the goals say of it, over what stands in the way, and the limbs
/// are carried along from how they start to how they hang at rest. Who has to turn over, or is too
/// tall for a ceiling, goes on all limbs in between. It knows nothing of forces or steps; it only
/// spares the optimiser a body that waits in front of an obstacle and jumps through it at the end.
/// Who is to carry something goes there first and takes it along. True when nobody goes on all
/// limbs.
bool write_guide(const CioScene&, const std::vector<Carry>&, Eigen::VectorXd& x);

}  // namespace gambol::cio
