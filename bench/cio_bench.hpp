// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gambol::bench {

/// `gambol bench cio [SCENE.yaml] [SEED]`: our optimiser and the scheme of [Mordatch 2012]
/// (finite differences with L-BFGS) on the same cost, one start each on one core, in one run.
/// Prints a table to stdout; returns an exit code.
int bench_cio(const std::vector<std::string>& arguments);

/// `gambol bench cio-forms [SCENE.yaml] [STARTS]`: the two forms of the physics cost on the same
/// single starts: how many end valid, and what they cost.
int bench_cio_forms(const std::vector<std::string>& arguments);

}  // namespace gambol::bench
