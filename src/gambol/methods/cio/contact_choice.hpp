// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Discrete decisions about contact variables, between the stages of the continuation.

/// All contact variables of x become z.
void set_contacts(const TrajectoryLayout&, double z, Eigen::VectorXd& x);

/// Every contact is on or off: half a contact is neither held nor let go.
void decide_contacts(const TrajectoryLayout&, Eigen::VectorXd& x);

/// What touches at the start is held through the first phase: a body at rest has to shift its
/// weight before it can lift anything.
void hold_start_contacts(const CioScene&, Eigen::VectorXd& x);

/// Where a phase lacks support, those patches without contact that are nearest to a surface get
/// one. Contacts that have died cannot come back by themselves: the slope of what a force costs
/// vanishes with them. `unsupported` is CioCost::unsupported(). Returns how many came on.
int revive_contacts(
    const CioScene&, const std::vector<std::vector<double>>& unsupported, Eigen::VectorXd& x);

}  // namespace gambol::cio
