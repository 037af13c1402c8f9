// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gambol::bench {

struct NaturalArguments {
    std::vector<std::filesystem::path> scenes;  // or, when there are none, drawn ones:
    int draw = 12;
    std::uint64_t seed = 1;
    bool walks = false;  // drawn ones are level walks at 0.8 to 1.4 m/s
    bool full_only = false;  // not with massless limbs
};

/// A scene of method cio as somebody might write it: a walk of 1.5 to 6 m in any direction, a turn
/// on the spot, a way up a slope or up and down stairs, in turn.
struct DrawnScene {
    std::string name, yaml;
};
[[nodiscard]] DrawnScene draw_scene(std::uint64_t seed, int number);
/// A straight walk of 3 to 6 m on level ground, at 0.8 to 1.4 m/s between setting out and stopping.
[[nodiscard]] DrawnScene draw_walk(std::uint64_t seed, int number);

/// `gambol bench natural`: each scene with massless limbs and with the full body. Returns the exit
/// code.
int bench_natural(const NaturalArguments&, const RunControl&);

}  // namespace gambol::bench
