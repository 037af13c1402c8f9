// SPDX-License-Identifier: MIT
#pragma once

#include "run_solutions.hpp"

namespace gambol::app {

/// A scene with `speeds` at each of them, as if it had been written so.
[[nodiscard]] std::vector<Job> jobs_of(const RunArguments&, const Job&);

/// `gambol run SCENE` of a scene with `speeds`.
int run_sweep(const RunArguments&, const SolutionsRun&, const RunControl&);

}  // namespace gambol::app
