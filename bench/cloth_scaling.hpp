// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

namespace gambol::bench {

/// `gambol bench cloth --scaling`: two sheets on a ball, all of them in contact, with 2,000 to
/// 100,000 vertices. The thickness goes with the edges, so that a vertex has as many neighbours on
/// every mesh. Returns the exit code.
int bench_cloth_scaling(int steps, const RunControl& control);

}  // namespace gambol::bench
