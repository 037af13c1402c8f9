// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/timing.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

FootPhase foot_phase(const FootTiming& foot, double time)
{
    const double since = time - foot.start - std::floor(time - foot.start);
    FootPhase phase;
    phase.down = since <= foot.duty;
    if (phase.down)
        phase.since = since;
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
