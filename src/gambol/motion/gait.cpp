// SPDX-License-Identifier: MIT
#include "gambol/motion/gait.hpp"

#include "gambol/motion/contact_pattern.hpp"
#include "gambol/motion/cycle.hpp"
#include "gambol/motion/gait_name.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gambol {

namespace {

using Eigen::Vector3d;

/// A foot is off the ground for at least this long when it steps; halved, a foot whose load
/// flickers seems to step, doubled, quick steps are missed.
constexpr double kShortestSwing = 0.06;  // s
/// A foot that brushes the ground for less does not stand on it.
constexpr double kShortestStance = 0.04;  // s

constexpr double kSteady = 0.1;  // spread of a phase that still is one

struct Stance {
    std::size_t first, last;  // samples
};

std::vector<Stance> find_stances(const std::vector<bool>& loaded, const std::vector<double>& times)
{
    std::vector<Stance> stances;
    for (std::size_t k = 0; k < loaded.size(); ++k) {
        if (!loaded[k])
            continue;
        if (!stances.empty() && times[k] - times[stances.back().last] < kShortestSwing)
            stances.back().last = k;
        else
            stances.push_back({ k, k });
    }
    const auto too_short = [&](const Stance& s) {
        return times[s.last] - times[s.first] < kShortestStance && s.last + 1 < times.size();
    };
    stances.erase(std::remove_if(stances.begin(), stances.end(), too_short), stances.end());
    return stances;
}

/// A foot that stands on the ground in the beginning has not touched down.
std::vector<double> touch_downs(
    const std::vector<Stance>& stances, const std::vector<double>& times)
{
    std::vector<double> result;
    for (const Stance& stance : stances)
        if (stance.first > 0)
            result.push_back(times[stance.first]);
    return result;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

void measure_strides(const std::vector<Stance>& stances, const std::vector<double>& downs,
    const std::vector<double>& times, FootPhase& foot)
{
    if (downs.size() < 2)
        return;
    foot.strides = int(downs.size()) - 1;
    std::vector<double> periods;
    for (std::size_t i = 1; i < downs.size(); ++i)
        periods.push_back(downs[i] - downs[i - 1]);
    foot.period = median(periods);
    double standing = 0;
    for (const Stance& stance : stances)
        if (stance.first > 0 && times[stance.first] < downs.back())
            standing += times[stance.last + 1] - times[stance.first];
    foot.duty = standing / (downs.back() - downs.front());
}

/// Where the touch-downs of a foot lie in the strides between `beats`, as points on the circle. The
/// first and the last stride count once more beyond the ends.
std::vector<double> phases_of(const std::vector<double>& downs, const std::vector<double>& beats)
{
    std::vector<double> phases;
    for (const double t : downs) {
        const auto after = std::upper_bound(beats.begin(), beats.end(), t);
        const std::size_t i = std::size_t(
            std::clamp<std::ptrdiff_t>(after - beats.begin(), 1, int(beats.size()) - 1));
        const double phase = (t - beats[i - 1]) / (beats[i] - beats[i - 1]);
        if (phase >= -1 && phase < 2)
            phases.push_back(phase);
    }
    return phases;
}

/// Mean and standard deviation on the circle.
void average(const std::vector<double>& phases, FootPhase& foot)
{
    if (phases.empty())
        return;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    for (const double phase : phases)
        sum += Eigen::Vector2d(
            std::cos(2 * std::numbers::pi * phase), std::sin(2 * std::numbers::pi * phase));
    // A hair below 0 is 0, not 1.
    const double turn = std::atan2(sum.y(), sum.x()) / (2 * std::numbers::pi) + 1e-9;
    foot.phase = std::max(0.0, turn - std::floor(turn) - 1e-9);
    const double resultant = std::clamp(sum.norm() / double(phases.size()), 1e-9, 1.0);
    foot.spread = std::sqrt(std::max(0.0, -2 * std::log(resultant))) / (2 * std::numbers::pi);
}

/// Mean place of a patch in the root's frame.
Vector3d mean_place(const MotionCharacter& character, const MotionContact& contact)
{
    Vector3d sum = Vector3d::Zero();
    for (std::size_t k = 0; k < character.positions.size(); ++k) {
        const auto body = std::size_t(contact.body);
        const Vector3d p
            = character.positions[k][body] + character.rotations[k][body] * contact.center;
        sum += character.rotations[k][0].conjugate() * (p - character.positions[k][0]);
    }
    return sum / double(std::max<std::size_t>(1, character.positions.size()));
}

/// Rows of left and right: fore, hind.
std::vector<FeetApart> pairs_of_four(const std::vector<FootPhase>& f)
{
    const auto apart
        = [](const FootPhase& a, const FootPhase& b) { return phases_apart(a.phase, b.phase); };
    return { { "fore", apart(f[0], f[1]) }, { "hind", apart(f[2], f[3]) },
        { "left", apart(f[0], f[2]) }, { "right", apart(f[1], f[3]) },
        { "left fore with right hind", apart(f[0], f[3]) },
        { "right fore with left hind", apart(f[1], f[2]) } };
}

void name_gait(Gait& gait)
{
    gait.name = "none";
    std::vector<Vector3d> places;
    for (const FootPhase& foot : gait.feet)
        places.push_back(foot.place);
    const auto all
        = [&](auto property) { return std::all_of(gait.feet.begin(), gait.feet.end(), property); };
    std::vector<FootPhase> ordered;
    for (const std::size_t i : feet_in_rows(places))
        ordered.push_back(gait.feet[i]);
    if (ordered.size() == 4 && all([](const FootPhase& f) { return std::isfinite(f.phase); }))
        gait.pairs = pairs_of_four(ordered);
    if (!all([](const FootPhase& f) { return f.strides > 0 && f.spread <= kSteady; }))
        return;
    std::vector<FootBeat> beats;
    for (const FootPhase& foot : gait.feet)
        beats.push_back({ foot.place, foot.phase, foot.duty });
    gait.name = gait_name(beats);
}

/// Of a motion that repeats, all strides are one.
void measure_cycle(const Motion& motion, const MotionCharacter& owner, FootPhase& foot)
{
    const double strides = double(motion.times.size() - 1) / motion.cycle;
    for (const Footfall& fall : footfalls(motion, owner))
        if (fall.name == foot.name) {
            foot.strides = std::max(1, int(strides));
            foot.period = cycle_period(motion);
            foot.duty = fall.duty;
            foot.phase = fall.start;
            foot.spread = 0;
        }
}

/// Phases count from the touch-down of the first foot that has one.
void count_from_first(std::vector<FootPhase>& feet)
{
    const auto first = std::find_if(
        feet.begin(), feet.end(), [](const FootPhase& foot) { return foot.strides > 0; });
    if (first == feet.end())
        return;
    const double begin = first->phase;
    for (FootPhase& foot : feet)
        foot.phase -= begin + std::floor(foot.phase - begin);
}

}  // namespace

Gait find_gait(const Motion& motion, std::size_t character, const std::vector<std::string>& feet)
{
    const MotionCharacter& owner = motion.characters[character];
    Gait gait;
    gait.character = owner.name;
    std::vector<std::vector<double>> downs;
    for (const std::string& name : feet) {
        const auto contact = std::find_if(owner.contacts.begin(), owner.contacts.end(),
            [&](const MotionContact& c) { return c.name == name; });
        assert(contact != owner.contacts.end());
        FootPhase foot;
        foot.name = name;
        foot.place = mean_place(owner, *contact);
        if (motion.cycle > 0) {
            measure_cycle(motion, owner, foot);
            gait.feet.push_back(foot);
            continue;
        }
        const std::vector<Stance> stances
            = find_stances(loaded_samples(motion, owner, *contact), motion.times);
        downs.push_back(touch_downs(stances, motion.times));
        measure_strides(stances, downs.back(), motion.times, foot);
        gait.feet.push_back(foot);
    }
    const auto beats = std::find_if(
        downs.begin(), downs.end(), [](const std::vector<double>& d) { return d.size() >= 2; });
    if (beats != downs.end())
        for (std::size_t i = 0; i < downs.size(); ++i)
            average(phases_of(downs[i], *beats), gait.feet[i]);
    if (motion.cycle > 0)
        count_from_first(gait.feet);
    name_gait(gait);
    return gait;
}

}  // namespace gambol
