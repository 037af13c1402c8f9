// SPDX-License-Identifier: MIT
#include "gambol/motion/contact_pattern.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

namespace {

constexpr double kLoadedShare = 0.02;  // of the owner's weight, as in the audit
constexpr double kTextSlot = 0.5;  // s
constexpr int kMostTextSlots = 24;  // more do not fit beside other columns

double weight_of(const MotionCharacter& character, double gravity)
{
    double mass = 0;
    for (const MotionBody& body : character.bodies)
        mass += body.inertial.mass;
    return mass * gravity;
}

/// Adds the time from t₀ to t₁ to the slots it lies in.
void spread(double t0, double t1, double slot, std::vector<double>& seconds)
{
    const int last = int(seconds.size()) - 1;
    for (int i = std::clamp(int(t0 / slot), 0, last); i <= last && i * slot < t1; ++i)
        seconds[size_t(i)] += std::max(0.0, std::min(t1, (i + 1) * slot) - std::max(t0, i * slot));
}

std::vector<double> loaded_shares(
    const std::vector<bool>& loaded, const std::vector<double>& times, int slots)
{
    std::vector<double> seconds(size_t(slots), 0.0);
    const double start = times.front(), slot = (times.back() - start) / slots;
    if (slot <= 0)
        return seconds;
    // Each sample stands for the time halfway to its neighbours.
    for (size_t k = 0; k < times.size(); ++k)
        if (loaded[k]) {
            const double before = k > 0 ? (times[k - 1] + times[k]) / 2 : times[k];
            const double after = k + 1 < times.size() ? (times[k] + times[k + 1]) / 2 : times[k];
            spread(before - start, after - start, slot, seconds);
        }
    for (double& share : seconds)
        share = std::clamp(share / slot, 0.0, 1.0);
    return seconds;
}

/// left_foot becomes Lfoot: a side is one letter.
std::string short_name(std::string name)
{
    for (const auto& [side, letter] : { std::pair("left_", "L"), std::pair("right_", "R") })
        if (const size_t at = name.find(side); at != std::string::npos)
            name.replace(at, std::string(side).size(), letter);
    return name;
}

}  // namespace

std::vector<bool> loaded_samples(
    const Motion& motion, const MotionCharacter& owner, const MotionContact& contact)
{
    const double threshold = kLoadedShare * weight_of(owner, motion.gravity.norm());
    std::vector<bool> loaded(motion.times.size(), false);
    for (size_t k = 0; k < loaded.size(); ++k)
        loaded[k] = !contact.with[k].empty() && contact.force[k].norm() > threshold;
    return loaded;
}

ContactPattern contact_pattern(const Motion& motion, int slots)
{
    assert(slots > 0);
    ContactPattern pattern;
    if (motion.times.empty())
        return pattern;
    for (const MotionCharacter& character : motion.characters) {
        const std::string owner = motion.characters.size() > 1 ? character.name + "/" : "";
        for (const MotionContact& contact : character.contacts)
            pattern.rows.push_back({ owner + contact.name,
                loaded_shares(loaded_samples(motion, character, contact), motion.times, slots) });
    }
    return pattern;
}

std::string pattern_text(const ContactPattern& pattern)
{
    std::string text;
    for (const ContactPattern::Row& row : pattern.rows) {
        std::string marks;
        bool any = false;
        for (const double share : row.loaded) {
            marks += share >= 2. / 3 ? "█" : share >= 1. / 3 ? "▌" : "·";
            any = any || share > 0;
        }
        if (any)
            text += (text.empty() ? "" : "  ") + short_name(row.name) + " " + marks;
    }
    return text;
}

std::string pattern_text(const Motion& motion)
{
    if (motion.times.empty())
        return {};
    const double duration = motion.times.back() - motion.times.front();
    return pattern_text(contact_pattern(
        motion, std::clamp(int(std::lround(duration / kTextSlot)), 1, kMostTextSlots)));
}

}  // namespace gambol
