// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

#include <filesystem>

namespace gambol::bench {

struct ClothArguments {
    std::filesystem::path scenes;  // the folder
    int frames = 0;  // steps per example; 0: as many as the paper
    std::string only;  // examples whose name matches
    std::string zones;  // of this kind only; empty: all
    int threads = 1;  // above 1: projection again with as many, by the clock on the wall
    bool scaling = false;  // meshes of growing size instead of the examples
    bool factor = false;  // the factorisation of the implicit step beside CHOLMOD's instead
};

/// `gambol bench cloth`: the examples of [Harmon 2008], table 1, with our zones of every kind
/// beside the paper's times. Returns the exit code.
int bench_cloth(const ClothArguments&, const RunControl&);

}  // namespace gambol::bench
