// SPDX-License-Identifier: MIT
#pragma once

namespace CLI {
class App;
}

namespace gambol::app {

/// Adds `gambol bench NAME …` to the program, a subcommand per benchmark; its exit code goes to
/// `code`.
void add_bench(CLI::App& program, int& code);

}  // namespace gambol::app
