// SPDX-License-Identifier: MIT
#pragma once

namespace gambol::app {

/// Parses the command line and runs the command it names; returns the exit code. Throws InputError
/// for a command line it does not understand.
int run_command_line(int argc, const char* const* argv);

}  // namespace gambol::app
