// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/timing.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

FootPhase foot_phase(const FootTiming& foot, double time)
{
    // Frames that fall on an end of the stance belong to it, however they were rounded.
    const double rounding = 1e-9;
    const double since = time - foot.start - std::floor(time - foot.start + rounding);
    FootPhase phase;
    phase.down = since <= foot.duty + rounding;
    if (phase.down)
        phase.since = std::clamp(since, 0.0, foot.duty);
    else
        phase.swing = (since - foot.duty) / (1 - foot.duty);
    return phase;
}

double usual_period(double speed)
{
    return 2.3 * std::pow(speed * speed, 0.3) / speed;
}

double usual_duty(double speed)
{
    const double froude = speed * speed;
    return froude < 0.5 ? 0.66 - 0.2 * std::sqrt(froude) : 0.4 * std::pow(froude, -0.2);
}

double reach(const Animal& animal, const Timing& timing, double speed)
{
    double longest = 0;
    for (size_t f = 0; f < animal.feet.size(); ++f)
        longest = std::max(
            longest, speed * timing.period * timing.feet[f].duty / animal.feet[f].leg_length);
    return longest;
}

}  // namespace gambol::gait
