// SPDX-License-Identifier: MIT
#include "time_in_turns.hpp"

#include <algorithm>
#include <ctime>
#include <limits>

namespace gambol::bench {

namespace {

/// s that this thread has had a core for: what else runs on the machine does not count.
double cpu_now()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double time_calls(const std::function<void()>& run, long calls)
{
    const double start = cpu_now();
    for (long i = 0; i < calls; ++i)
        run();
    return cpu_now() - start;
}

}  // namespace

void time_in_turns(std::vector<Contender> contenders, const Timing& timing)
{
    for (Contender& contender : contenders) {
        while (time_calls(contender.run, contender.calls) < timing.least_seconds)
            contender.calls *= 2;
        *contender.seconds = std::numeric_limits<double>::infinity();
    }
    for (int repeat = 0; repeat < timing.repeats; ++repeat)
        for (const Contender& contender : contenders)
            *contender.seconds = std::min(*contender.seconds,
                time_calls(contender.run, contender.calls) / double(contender.calls));
}

}  // namespace gambol::bench
