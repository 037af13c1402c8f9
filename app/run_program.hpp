// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace gambol::app {

/// What every main does: parses the command line, which calls the command it names, and returns
/// `result()` or, with one line on stderr, the exit code of whatever was thrown.
int run_program(
    CLI::App& program, int argc, const char* const* argv, const std::function<int()>& result);

}  // namespace gambol::app
