// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gambol::bench {

struct VariationsArguments {
    std::vector<std::filesystem::path> shipped_scenes;  // files; those with obstacles are varied
    int count = 60;
    std::uint64_t seed = 1;
    std::string only = "*";  // glob over names
    std::string write;  // folder for the scene files; empty: none
    bool run = true;
    bool carries = false;  // boxes to be carried (scene_carries.hpp) instead
};

/// `gambol bench variations`: scenes that nobody tuned for (scene_variations.hpp), each run as
/// `gambol run` would; a row per scene and the share that is valid. Returns the exit code.
int bench_variations(const VariationsArguments&, const RunControl&);

}  // namespace gambol::bench
