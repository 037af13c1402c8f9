// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <array>
#include <vector>

namespace gambol::io {

/// One square of a chequered floor.
struct FloorTile {
    std::array<Eigen::Vector3d, 4> corners;  // counter-clockwise, seen from where the normal points
    bool dark = false;
};

/// The piece of a plane that is seen under everything that moves, in tiles of half a metre which
/// show the scale: all of it where that is not large, else what lies near the ways that things
/// take, in larger tiles when they are long. Never more than some ten thousand tiles.
[[nodiscard]] std::vector<FloorTile> floor_tiles(const Motion& motion, const Plane& plane);

}  // namespace gambol::io
