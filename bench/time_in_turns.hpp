// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

namespace gambol::bench {

/// Work and the shortest time that it took.
struct Contender {
    std::function<void()> run;
    double* seconds;
    long calls = 1;
};

struct Timing {
    int repeats = 40;  // of which the fastest counts
    double least_seconds = 1e-3;  // a repeat goes on for this long
};

/// Of one core; in turns, so that what slows the machine for a while slows all of them.
void time_in_turns(std::vector<Contender>, const Timing&);

}  // namespace gambol::bench
