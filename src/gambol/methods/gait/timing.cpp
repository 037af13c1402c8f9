// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/timing.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

constexpr double kNearly = 1.0 / 6;  // of a stride; a quarter is a gait of its own

}  // namespace

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

Timing usual_timing(const Animal& animal, double speed)
{
    const int pairs = int(std::count_if(animal.feet.begin(), animal.feet.end(),
        [&](const Foot& foot) { return &foot <= &animal.feet[size_t(foot.mirror)]; }));
    const double lag = speed * speed < 0.5 ? 0.5 / pairs : 0.5;
    Timing timing;
    timing.period = usual_period(speed);
    int pair = 0;
    for (size_t f = 0; f < animal.feet.size(); ++f) {
        const int mirror = animal.feet[f].mirror;
        const double start
            = mirror < int(f) ? timing.feet[size_t(mirror)].start + 0.5 : lag * pair++;
        timing.feet.push_back({ start - std::floor(start), usual_duty(speed) });
    }
    return timing;
}

double reach(const Animal& animal, const Timing& timing, double speed)
{
    double longest = 0;
    for (size_t f = 0; f < animal.feet.size(); ++f)
        longest = std::max(
            longest, speed * timing.period * timing.feet[f].duty / animal.feet[f].leg_length);
    return longest;
}

std::optional<Timing> evened(const Animal& animal, const Timing& timing)
{
    Timing even = timing;
    for (size_t f = 0; f < even.feet.size(); ++f) {
        const size_t other = size_t(animal.feet[f].mirror);
        if (other == f)
            return {};
        if (other < f)
            continue;
        FootTiming &a = even.feet[f], &b = even.feet[other];
        a.duty = b.duty = (a.duty + b.duty) / 2;
        const double lag = b.start - a.start - std::floor(b.start - a.start);
        a.start += (lag - 0.5) / 2;
        a.start -= std::floor(a.start);
        b.start = a.start < 0.5 ? a.start + 0.5 : a.start - 0.5;
    }
    return even;
}

std::optional<Timing> together(const Timing& timing)
{
    Timing result = timing;
    bool changes = false;
    double duties = 0;
    for (const FootTiming& foot : timing.feet)
        duties += foot.duty;
    if (duties >= 0.5 * double(timing.feet.size()))
        return {};
    const auto middle = [&](size_t f) { return timing.feet[f].start + timing.feet[f].duty / 2; };
    for (size_t f = 0; f < result.feet.size(); ++f) {
        // The other foot of the first pair is half a period later.
        const double late = std::remainder(middle(f) - middle(0), 0.5);
        if (std::abs(late) > kNearly)
            continue;
        double& start = result.feet[f].start;
        start -= late;
        start -= std::floor(start);
        changes = changes || std::abs(late) > kSameTiming;
    }
    if (!changes)
        return {};
    return result;
}

}  // namespace gambol::gait
