// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"
#include "gambol/motion/motion.hpp"

#include <filesystem>
#include <vector>

namespace gambol::bench {

struct EffortArguments {
    std::vector<std::filesystem::path> scenes;
    int seeds = 4;
};

/// How a character carries itself, on average over the clip.
struct Carriage {
    double height = 0;  // of the root, × that at the start
    double knee_bend = 0;  // rad, of joints called …knee_flexion
    double hand_height = 0;  // m, of contacts called …hand, above the root
};
[[nodiscard]] Carriage carriage(const MotionCharacter&);

/// `gambol bench effort`: scenes with and without the price of effort. Returns the exit code.
int bench_effort(const EffortArguments&, const RunControl&);

}  // namespace gambol::bench
