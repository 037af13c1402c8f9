// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace gambol::app {

/// From now on the first SIGINT or SIGTERM sets the flag returned, and the second ends the program
/// at once with code 130.
const std::atomic<bool>& watch_for_interrupts();

}  // namespace gambol::app
