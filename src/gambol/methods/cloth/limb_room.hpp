// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>
#include <vector>

namespace gambol::cloth {

/// A body that was made thinner, and by how much at most.
struct ThinnedLimb {
    std::string name;  // "ann/left_hand"
    double by = 0;  // m
};

/// Makes room for cloth between bodies of one character. Motions are made for bodies without
/// clothes: a thigh brushes the other one, a hand goes a centimetre into the hip. Cloth between
/// them would have nowhere to be. As flesh would yield, capsules and spheres that come nearer than
/// `room` [m] to one another somewhere in the motion are made thinner for all of it until they do
/// not, each by half, though by no more than 40 % of their radius. Bodies that a joint ties
/// together, and those that overlap all the time, stay as they are: cloth slides out of the crease
/// between them.
[[nodiscard]] std::vector<ThinnedLimb> leave_room(Motion& carriers, double room);

}  // namespace gambol::cloth
