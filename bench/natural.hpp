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
};

/// A scene of method cio as somebody might write it: a walk of 1.5 to 6 m in any direction, a turn
/// on the spot, a way up a slope or up and down stairs, in turn.
struct DrawnScene {
    std::string name, yaml;
};
[[nodiscard]] DrawnScene draw_scene(std::uint64_t seed, int number);

/// `gambol bench natural`: each scene with massless limbs and with the full body. Returns the exit
/// code.
int bench_natural(const NaturalArguments&, const RunControl&);

}  // namespace gambol::bench
