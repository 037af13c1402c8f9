// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

#include <filesystem>
#include <vector>

namespace gambol::bench {

struct SpacetimeArguments {
    std::vector<std::filesystem::path> scenes;
    int setups = 10;  // the scene itself and perturbed ones
    double perturbation = 0.1;  // share by which places, times and poses change
    int seed = 1;
    double limit = 60;  // s of one core for each solve
    bool with_ipopt = true;
};

/// The scene with durations of phases, places of contacts after the first, and the character's pose
/// changed by up to `share`, drawn from `seed`; 0 is the scene itself.
[[nodiscard]] Scene perturbed(const Scene&, double share, int seed);

/// `gambol bench spacetime`: our solver beside Ipopt with limited memory and with exact Hessians,
/// on the same problem objects from the same guess, to the same violation. Returns the exit code.
int bench_spacetime(const SpacetimeArguments&, const RunControl&);

}  // namespace gambol::bench
