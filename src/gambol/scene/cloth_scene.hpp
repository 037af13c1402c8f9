// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/cloth_setup.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

/// What `method: cloth` is asked for (docs/scene-format.md).
namespace gambol {

struct ClothScene {
    std::vector<cloth::Garment> garments;
    std::vector<cloth::Pins> pins;
    Motion carriers;  // characters that an earlier run moves, and its times
    cloth::ClothOptions options;
    double fps = 60;  // samples per second of the resulting motion
};

}  // namespace gambol
