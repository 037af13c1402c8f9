// SPDX-License-Identifier: MIT
#include "gambol/scene/gait_task.hpp"

#include "gambol/character/legs.hpp"
#include "gambol/math/gravity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

constexpr double kSamePhase = 1e-3;  // of a period; less than a frame
using Limits = TimingLimits;

double duty_lower(const Task& task, const std::string& leg)
{
    const auto found = task.feet.find(leg);
    const double asked = found == task.feet.end() ? -1 : found->second.duty.lower;
    return std::isfinite(asked) && asked > 0
        ? asked
        : std::max(Limits::kLeastDuty, Limits::kLeastFrames / task.search.frames);
}

double duty_upper(const Task& task, const std::string& leg)
{
    const auto found = task.feet.find(leg);
    const double asked = found == task.feet.end() ? 2 : found->second.duty.upper;
    return asked < 1 ? asked : Limits::kMostDuty;
}

double shortest_period(const Task& task, double time_unit)
{
    return std::isfinite(task.period.lower) ? task.period.lower
                                            : Limits::kShortestPeriod * time_unit;
}

/// Whether there is a timing among those allowed with which legs reach far enough at this speed,
/// and stand long enough to bear the weight.
bool can_reach(const std::vector<Leg>& legs, const Task& task, double speed)
{
    const double period = shortest_period(task, std::sqrt(hip_height(legs) / kGravity));
    double bearing = 0;  // legs, on average
    for (const Leg& leg : legs) {
        const double longest = Limits::kLongestReach * leg.length / (speed * period);
        const double duty = std::min(longest, duty_upper(task, leg.name));
        if (duty < duty_lower(task, leg.name))
            return false;
        bearing += duty - 2.0 / task.search.frames;
    }
    return Limits::peak_force(int(legs.size())) * bearing > 1;
}

std::optional<Misfit> speed_misfit(const std::vector<Leg>& legs, const Task& task, double speed)
{
    if (!(speed > 0) || !std::isfinite(speed))
        return Misfit { "speed", "must be above 0" };
    if (can_reach(legs, task, speed))
        return {};
    double slow = 0, fast = speed;
    while (fast - slow > 1e-3 * speed) {
        const double middle = (slow + fast) / 2;
        (can_reach(legs, task, middle) ? slow : fast) = middle;
    }
    if (slow <= 1e-3 * speed)
        return Misfit { "gait.feet",
            "stand too short a time to bear the weight at any speed; raise their duty" };
    return Misfit { "speed",
        fmt::format("of {:g} m/s is out of reach: legs of {:.2g} m get to {:.2g} m/s with the "
                    "quickest and shortest steps allowed; ask for less{}",
            speed, hip_height(legs), slow,
            std::isfinite(task.period.lower) ? " or a shorter period" : "") };
}

std::optional<Misfit> foot_misfit(
    const std::string& name, const FootRequest& foot, const std::vector<Leg>& legs)
{
    const std::string key = "gait.feet." + name;
    if (std::none_of(legs.begin(), legs.end(), [&](const Leg& leg) { return leg.name == name; }))
        return Misfit { key, "is not a leg of this body" };
    if (foot.start && !(*foot.start >= 0 && *foot.start < 1))
        return Misfit { key + ".start", "must be a share of the period, from 0 to below 1" };
    const auto inside = [](double duty) { return !std::isfinite(duty) || (duty > 0 && duty < 1); };
    if (!inside(foot.duty.lower) || !inside(foot.duty.upper))
        return Misfit { key + ".duty", "must be a share of the period, above 0 and below 1" };
    if (foot.duty.lower > foot.duty.upper)
        return Misfit { key + ".duty", "has its bounds the wrong way round" };
    return {};
}

/// Of a symmetric gait: what is given of one side must be what the other side says.
std::optional<Misfit> symmetry_misfit(const std::vector<Leg>& legs, const Task& task)
{
    for (const Leg& leg : legs) {
        const Leg& other = legs[size_t(leg.mirror)];
        const auto here = task.feet.find(leg.name), there = task.feet.find(other.name);
        if (&other <= &leg || here == task.feet.end() || there == task.feet.end())
            continue;
        const FootRequest &a = here->second, &b = there->second;
        const double apart = a.start && b.start ? std::abs(*a.start - *b.start) : 0.5;
        if (std::abs(apart - 0.5) > kSamePhase)
            return Misfit { "gait.feet." + other.name,
                fmt::format("starts at {:g} and {} at {:g}, which are not half a period apart as "
                            "in a symmetric gait; give one of them, or symmetric: false",
                    *b.start, leg.name, *a.start) };
        if (a.duty.is_asked() && b.duty.is_asked()
            && (a.duty.lower != b.duty.lower || a.duty.upper != b.duty.upper))
            return Misfit { "gait.feet." + other.name,
                fmt::format("has another duty than {}, but a symmetric gait has the same on both "
                            "sides; give one of them, or symmetric: false",
                    leg.name) };
    }
    return {};
}

/// In curves the body leans by atan(V²/(g r)); legs are not stood on a dinner plate either.
std::optional<Misfit> curve_misfit(const std::vector<Leg>& legs, const Task& task)
{
    if (task.radius == 0)
        return {};
    if (task.slope != 0)
        return Misfit { "gait.radius",
            "goes with level ground only; leave out gait.radius or gait.slope" };
    const double fastest = task.speeds.empty() ? task.speed : task.speeds.back();
    const double least
        = std::max(hip_height(legs), fastest * fastest / (kGravity * std::tan(Limits::kMostLean)));
    if (std::abs(task.radius) < least)
        return Misfit { "gait.radius",
            fmt::format("of {:g} m is too tight a curve at {:g} m/s; ask for {:.2g} m or more, or "
                        "a lower speed",
                std::abs(task.radius), fastest, least) };
    return {};
}

}  // namespace

bool has_paired_legs(const Character& body)
{
    const std::vector<Leg> legs = legs_of(body);
    for (size_t i = 0; i < legs.size(); ++i)
        if (legs[i].mirror == int(i))
            return false;
    return !legs.empty();
}

Character loaded(Character body, const Payload& payload)
{
    Segment& bearer = body.segments[size_t(payload.segment)];
    const double mass = bearer.mass + payload.mass;
    const Eigen::Vector3d apart = payload.at - bearer.com;
    // Two masses about their common centre, the bearer with its own inertia.
    bearer.inertia += bearer.mass * payload.mass / mass
        * (apart.squaredNorm() * Eigen::Matrix3d::Identity() - apart * apart.transpose());
    bearer.com += payload.mass / mass * apart;
    bearer.mass = mass;
    return body;
}

double expected_period(const Character& body, const Task& task)
{
    const double leg = hip_height(legs_of(body));
    const double froude = task.speed * task.speed / (kGravity * leg);
    return std::clamp(
        2.3 * std::pow(froude, 0.3) * leg / task.speed, task.period.lower, task.period.upper);
}

std::optional<Misfit> find_misfit(const Character& body, const Task& task)
{
    const std::vector<Leg> legs = legs_of(body);
    if (body.planar)
        return Misfit { "characters", "has a body that moves in a plane, which gaits do not" };
    if (legs.empty())
        return Misfit { "characters",
            fmt::format(
                "has a body without legs: no limb of {} says 'support: true'", body.model) };
    if (task.payload && !(task.payload->mass > 0))
        return Misfit { "gait.payload.mass", "must be above 0" };
    if (task.payload && task.form)
        return Misfit { "gait.payload",
            "cannot be borne by a body whose proportions change; leave "
            "out gait.payload or gait.form" };
    if (!(std::abs(task.slope) < Limits::kSteepest))
        return Misfit { "gait.slope", "is too steep to walk on" };
    if (auto misfit = curve_misfit(legs, task))
        return misfit;
    if (task.cycles < 1)
        return Misfit { "gait.cycles", "must be at least 1" };
    if (task.search.generations < 1 || task.search.samples < 0 || task.search.samples == 1
        || task.search.frames < 8)
        return Misfit { "gait.search",
            "is too small: 1 generation of 2 samples, 8 frames at least" };
    if (task.period.lower > task.period.upper)
        return Misfit { "gait.period", "has its bounds the wrong way round" };
    if (std::isfinite(task.period.upper) && !(task.period.upper > 0))
        return Misfit { "gait.period", "must be above 0" };
    for (const auto& [name, foot] : task.feet)
        if (auto misfit = foot_misfit(name, foot, legs))
            return misfit;
    if (task.symmetric && !has_paired_legs(body))
        return Misfit { "gait.symmetric",
            "cannot be true: the legs of this body do not come in pairs of left and right" };
    if (task.symmetric && task.search.frames % 2 != 0)
        return Misfit { "gait.search.frames", "must be even in a symmetric gait" };
    if (task.symmetric)
        if (auto misfit = symmetry_misfit(legs, task))
            return misfit;
    for (const double speed : task.speeds)
        if (auto misfit = speed_misfit(legs, task, speed))
            return misfit;
    return task.speeds.empty() ? speed_misfit(legs, task, task.speed) : std::nullopt;
}

}  // namespace gambol::gait
