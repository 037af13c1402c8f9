// SPDX-License-Identifier: MIT
#pragma once

#include "run_solutions.hpp"

namespace gambol::app {

/// `gambol run SCENE` of a scene with `speeds`.
int run_sweep(const RunArguments&, const SolutionsRun&, const RunControl&);

}  // namespace gambol::app
