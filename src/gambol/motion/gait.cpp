// SPDX-License-Identifier: MIT
#include "gambol/motion/gait.hpp"

#include "gambol/motion/contact_pattern.hpp"

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

constexpr double kTogether = 0.1;  // of a stride
constexpr double kOpposed = 0.4;
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

double apart(const FootPhase& a, const FootPhase& b)
{
    const double d = std::abs(a.phase - b.phase);
    return std::min(d, 1 - d);
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

/// Feet from front to back, left before right; empty when there are not as many on either side.
std::vector<std::size_t> in_rows(const std::vector<Vector3d>& places)
{
    std::vector<std::size_t> sides[2];
    for (std::size_t i = 0; i < places.size(); ++i)
        sides[places[i].y() > 0 ? 0 : 1].push_back(i);
    if (sides[0].size() != sides[1].size())
        return {};
    for (std::vector<std::size_t>& side : sides)
        std::sort(side.begin(), side.end(),
            [&](std::size_t a, std::size_t b) { return places[a].x() > places[b].x(); });
    std::vector<std::size_t> order;
    for (std::size_t row = 0; row < sides[0].size(); ++row)
        for (const auto& side : sides)
            order.push_back(side[row]);
    return order;
}

/// Rows of left and right: fore, hind.
std::vector<FeetApart> pairs_of_four(const std::vector<FootPhase>& f)
{
    return { { "fore", apart(f[0], f[1]) }, { "hind", apart(f[2], f[3]) },
        { "left", apart(f[0], f[2]) }, { "right", apart(f[1], f[3]) },
        { "left fore with right hind", apart(f[0], f[3]) },
        { "right fore with left hind", apart(f[1], f[2]) } };
}

std::string name_of_four(const std::vector<FootPhase>& f)
{
    const double fore = apart(f[0], f[1]), hind = apart(f[2], f[3]);
    const double left = apart(f[0], f[2]), right = apart(f[1], f[3]);
    const auto together = [](double a, double b) { return std::max(a, b) <= kTogether; };
    if (together(fore, hind) && together(left, right))
        return "pronk";
    if (together(apart(f[0], f[3]), apart(f[1], f[2])) && fore >= kOpposed)
        return "trot";
    if (together(left, right) && fore >= kOpposed)
        return "pace";
    if (together(fore, hind) && left >= 0.25)
        return "bound";
    const auto quarter = [](double d) { return d >= 0.15 && d <= 0.35; };
    const bool mostly_down
        = std::all_of(f.begin(), f.end(), [](const FootPhase& foot) { return foot.duty > 0.5; });
    if (fore >= kOpposed && hind >= kOpposed && quarter(left) && quarter(right) && mostly_down)
        return "walk";
    return "none";
}

/// Rows of left and right: fore, middle, hind.
std::string name_of_six(const std::vector<FootPhase>& f)
{
    const bool first = apart(f[0], f[3]) <= kTogether && apart(f[4], f[3]) <= kTogether;
    const bool second = apart(f[1], f[2]) <= kTogether && apart(f[5], f[2]) <= kTogether;
    return first && second && apart(f[2], f[3]) >= kOpposed ? "tripod" : "none";
}

void name_gait(const std::vector<Vector3d>& places, Gait& gait)
{
    gait.name = "none";
    std::vector<FootPhase> ordered;
    for (const std::size_t i : in_rows(places))
        ordered.push_back(gait.feet[i]);
    const auto all = [&](auto property) {
        return !ordered.empty() && std::all_of(ordered.begin(), ordered.end(), property);
    };
    if (ordered.size() == 4 && all([](const FootPhase& f) { return std::isfinite(f.phase); }))
        gait.pairs = pairs_of_four(ordered);
    if (!all([](const FootPhase& f) { return f.strides > 0 && f.spread <= kSteady; }))
        return;
    if (ordered.size() == 4)
        gait.name = name_of_four(ordered);
    if (ordered.size() == 6)
        gait.name = name_of_six(ordered);
}

}  // namespace

Gait find_gait(const Motion& motion, std::size_t character, const std::vector<std::string>& feet)
{
    const MotionCharacter& owner = motion.characters[character];
    Gait gait;
    gait.character = owner.name;
    std::vector<std::vector<double>> downs;
    std::vector<Vector3d> places;
    for (const std::string& name : feet) {
        const auto contact = std::find_if(owner.contacts.begin(), owner.contacts.end(),
            [&](const MotionContact& c) { return c.name == name; });
        assert(contact != owner.contacts.end());
        const std::vector<Stance> stances
            = find_stances(loaded_samples(motion, owner, *contact), motion.times);
        downs.push_back(touch_downs(stances, motion.times));
        places.push_back(mean_place(owner, *contact));
        FootPhase foot;
        foot.name = name;
        measure_strides(stances, downs.back(), motion.times, foot);
        gait.feet.push_back(foot);
    }
    const auto beats = std::find_if(
        downs.begin(), downs.end(), [](const std::vector<double>& d) { return d.size() >= 2; });
    if (beats != downs.end())
        for (std::size_t i = 0; i < downs.size(); ++i)
            average(phases_of(downs[i], *beats), gait.feet[i]);
    name_gait(places, gait);
    return gait;
}

}  // namespace gambol
