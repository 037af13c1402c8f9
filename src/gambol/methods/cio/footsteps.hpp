// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Which foot of somebody with two legs is in the air in which phase, as a first guess.
struct Footsteps {
    int character = 0;
    std::vector<int> swings;  // per phase: a limb, or −1 when both stand
};

/// Where the feet step while the torso goes as x has it: one after the other, a step per phase,
/// each to below the torso half-way through the phase in which it will carry it, with the whole
/// sole on one surface. A foot that is where it should be stays. Who starts lies, hangs or stands
/// with a foot off the floor, or has more or fewer legs than two, gets no steps. Like the guide it
/// is a first guess and no constraint: the optimiser may move, skip and time all of them.
///
/// Writes places and velocities of the feet into x.
[[nodiscard]] std::vector<Footsteps> write_footsteps(const CioScene&, Eigen::VectorXd& x);

/// Feet that stand according to the steps are more likely to be in contact than those that swing.
void plan_contacts(const CioScene&, const std::vector<Footsteps>&, Eigen::VectorXd& x);

}  // namespace gambol::cio
