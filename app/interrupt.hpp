// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace gambol::app {

/// From now on the first SIGINT, SIGTERM, SIGHUP (unless nohup is in force) or SIGUSR1 sets the
/// flag returned, and the second ends the program at once with code 130; another SIGHUP does not.
const std::atomic<bool>& watch_for_interrupts();

/// They do nothing from now on: somebody else decides when to stop.
void ignore_interrupts();

}  // namespace gambol::app
