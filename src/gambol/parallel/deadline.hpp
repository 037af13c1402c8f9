// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cmath>

namespace gambol {

/// A time by which work is to be over; the default is never.
struct Deadline {
    using Clock = std::chrono::steady_clock;
    Clock::time_point end = Clock::time_point::max();

    [[nodiscard]] static Deadline after(Clock::time_point began, double seconds)
    {
        if (!std::isfinite(seconds))
            return {};
        return { began
            + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)) };
    }
    /// Whether there is time for work that takes so long.
    [[nodiscard]] bool leaves(double seconds) const
    {
        return end == Clock::time_point::max()
            || Clock::now() + std::chrono::duration<double>(seconds) < end;
    }
};

}  // namespace gambol
