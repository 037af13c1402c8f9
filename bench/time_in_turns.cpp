// SPDX-License-Identifier: MIT
#include "time_in_turns.hpp"

#include "gambol/parallel/thread_clock.hpp"

#include <algorithm>
#include <limits>

namespace gambol::bench {

namespace {

double time_calls(const std::function<void()>& run, long calls)
{
    const double start = thread_cpu_seconds();
    for (long i = 0; i < calls; ++i)
        run();
    return thread_cpu_seconds() - start;
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
