// SPDX-License-Identifier: MIT
#include "gambol/scene/gait_pattern.hpp"

#include "gambol/character/legs.hpp"
#include "gambol/motion/gait_name.hpp"

#include <utility>

namespace gambol::gait {

namespace {

const Asked kMostlyDown { 0.5, TimingLimits::kMostDuty };
const Asked kMostlyUp { TimingLimits::kLeastDuty, 0.5 };

/// Starts of left and right from the foremost row of legs back.
struct Row {
    double left, right;
};

/// Legs in rows, left before right; empty when they do not come in rows.
std::vector<Leg> in_rows(const std::vector<Leg>& legs)
{
    std::vector<Eigen::Vector3d> hips;
    for (const Leg& leg : legs)
        hips.push_back(leg.hip);
    std::vector<Leg> ordered;
    for (const size_t i : feet_in_rows(hips))
        ordered.push_back(legs[i]);
    return ordered;
}

/// `legs` in rows.
Pattern make(const std::vector<Leg>& legs, const std::string& name, const std::string& summary,
    const std::vector<Row>& starts, const Asked& duty = {})
{
    Pattern pattern { name, summary, true, {}, duty };
    for (size_t row = 0; row < starts.size(); ++row) {
        pattern.starts[legs[2 * row].name] = starts[row].left;
        pattern.starts[legs[2 * row + 1].name] = starts[row].right;
        const double apart = starts[row].left - starts[row].right;
        pattern.symmetric = pattern.symmetric && (apart == 0.5 || apart == -0.5);
    }
    return pattern;
}

/// A gait that leads with the left fore leg, and the same in a mirror.
void add_leads(const std::vector<Leg>& legs, const std::string& name, const std::string& summary,
    std::vector<Row> starts, std::vector<Pattern>& patterns)
{
    patterns.push_back(make(legs, name, summary + ", left lead", starts));
    for (Row& row : starts)
        std::swap(row.left, row.right);
    patterns.push_back(make(legs, name + "-right", summary + ", right lead", starts));
}

std::vector<Pattern> patterns_of_two(const std::vector<Leg>& legs)
{
    return { make(legs, "walk", "one foot after the other, one always down", { { 0, 0.5 } },
                 kMostlyDown),
        make(
            legs, "run", "one foot after the other, in the air between", { { 0, 0.5 } }, kMostlyUp),
        make(legs, "hop", "both feet at once", { { 0, 0 } }, kMostlyUp) };
}

std::vector<Pattern> patterns_of_four(const std::vector<Leg>& legs)
{
    std::vector<Pattern> patterns {
        make(legs, "walk", "four beats, fore after hind of a side", { { 0.25, 0.75 }, { 0, 0.5 } },
            kMostlyDown),
        make(legs, "diagonal-walk", "four beats, fore after hind of the other side",
            { { 0.75, 0.25 }, { 0, 0.5 } }, kMostlyDown),
        make(legs, "trot", "two beats, diagonals together", { { 0.5, 0 }, { 0, 0.5 } }),
        make(legs, "pace", "two beats, sides together", { { 0, 0.5 }, { 0, 0.5 } }),
        make(legs, "bound", "hind feet together, then fore feet", { { 0.5, 0.5 }, { 0, 0 } },
            kMostlyUp),
        make(legs, "pronk", "all feet at once", { { 0, 0 }, { 0, 0 } }, kMostlyUp),
    };
    // Beats as in horses and dogs on films; [Hildebrand 1977] has the names.
    add_leads(legs, "canter", "three beats: hind foot, diagonal, fore foot",
        { { 0.54, 0.27 }, { 0.27, 0 } }, patterns);
    add_leads(legs, "transverse-gallop", "four beats, hind and fore feet with the same lead",
        { { 0.55, 0.4 }, { 0.15, 0 } }, patterns);
    add_leads(legs, "rotary-gallop", "four beats, hind and fore feet with opposite leads",
        { { 0.62, 0.5 }, { 0, 0.12 } }, patterns);
    return patterns;
}

std::vector<Pattern> patterns_of_six(const std::vector<Leg>& legs)
{
    return { make(legs, "tripod", "fore and hind of one side with the middle of the other",
                 { { 0, 0.5 }, { 0.5, 0 }, { 0, 0.5 } }),
        make(legs, "wave", "one after the other from hind to fore, sides in turn",
            { { 1.0 / 3, 5.0 / 6 }, { 1.0 / 6, 4.0 / 6 }, { 0, 0.5 } }, kMostlyDown) };
}

}  // namespace

std::vector<Pattern> patterns_of(const Character& body)
{
    const std::vector<Leg> legs = legs_of(body);
    if (legs.size() == 1)
        return { { "hop", "with the only foot", false, { { legs[0].name, 0 } }, kMostlyUp } };
    const std::vector<Leg> rows = in_rows(legs);
    switch (rows.size()) {
    case 2:
        return patterns_of_two(rows);
    case 4:
        return patterns_of_four(rows);
    case 6:
        return patterns_of_six(rows);
    default:
        return {};
    }
}

}  // namespace gambol::gait
