// SPDX-License-Identifier: MIT
#pragma once

#include "cli_options.hpp"

#include "gambol/methods/run_control.hpp"

namespace gambol::bench {

/// So many threads, and Ctrl-C.
[[nodiscard]] RunControl control(int threads);

/// Tables about gaits, better proportions and the search behind both. `code` becomes the exit code
/// of the one that is called.
void add_gait_commands(CLI::App& program, int& code);

}  // namespace gambol::bench
