// SPDX-License-Identifier: MIT
#pragma once

#include "commands.hpp"
#include "progress.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/run_control.hpp"

#include <filesystem>
#include <vector>

namespace gambol::app {

/// What run() has found out before the work starts.
struct SolutionsRun {
    const Job& job;
    std::vector<io::Override> overrides;
    std::filesystem::path output;
    ProgressStyle style;
};

/// `gambol run SCENE --solutions N`.
int run_solutions(const RunArguments&, const SolutionsRun&, const RunControl&);

/// What --set and --seed change in a scene file. Throws InputError.
std::vector<io::Override> overrides(const RunArguments&);

/// What the program returns for a run that ended so.
int exit_code(RunStatus);

}  // namespace gambol::app
