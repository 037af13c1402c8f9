// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

namespace gambol {

/// CPU time the calling thread has used [s]: what else runs on the machine does not count.
[[nodiscard]] inline double thread_cpu_seconds()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace gambol
