// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gambol::bench {

/// `gambol bench cio [SCENE.yaml] [SEED]`: our optimiser and the scheme of [Mordatch 2012]
/// (finite differences with L-BFGS) on the same cost, one start each on one core, in one run.
/// Prints a table to stdout; returns an exit code.
int bench_cio(const std::vector<std::string>& arguments);

}  // namespace gambol::bench
