// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/errand.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::cio {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kHand = 0.03;  // m: palms keep this far from the edges of a side
constexpr int kSides = 4;

/// How far one has to walk other than ahead.
double turn_away(const Vector2d& from, const Vector2d& to, double heading)
{
    const Vector2d way = to - from;
    return way.norm() < 0.3 ? 0 : std::abs(wrapped(std::atan2(way.y(), way.x()) - heading));
}

/// One who looks along `heading` while picking it up.
void plan_from_side(
    const Errand& errand, const Person& person, double heading, std::vector<Plan>& plans)
{
    Carry carry = errand.whole_way();
    Handler handler;
    handler.character = person.character();
    handler.upright = person.model().standing_height;
    const Vector3d along = errand.from_turn.conjugate() * (yaw(heading) * Vector3d::UnitX());
    const double depth = half_extent(errand.solid, along);
    handler.held = held_by(person, depth);
    // Nearer to the carrier when the prop is deeper than arms are long.
    const double stretch = handler.held.x() - person.arms().shoulders.x()
        - Person::kEasyReach * person.arms().length;
    const Vector3d middle = -std::clamp(stretch, 0.0, std::max(0.0, depth - 2 * kHand)) * along;
    const auto hands = between_palms(errand, person, errand.from_turn, heading, middle);
    const auto pick = person.stance(carry.from, heading, depth);
    if (!pick || !hands)
        return;
    handler.hands = *hands;
    handler.pick = *pick;
    // Turned with who carries it; where it may come to lie as it likes, the way one walks.
    const Vector2d way = carry.to.head<2>() - carry.from.head<2>();
    std::vector<double> headings;
    if (errand.facing)
        headings = { heading + wrapped(*errand.facing - errand.heading()) };
    else
        for (int i = 0; i < 8; ++i)
            headings.push_back(std::atan2(way.y(), way.x()) + i * std::numbers::pi / 4);
    const double approach = length_of_way(person, person.stands(), pick->place, handler.there);
    double least = std::numeric_limits<double>::infinity();
    for (const double end : headings) {
        const auto put = person.stance(carry.to, end, depth);
        if (!put)
            continue;
        const double turns = std::abs(wrapped(heading - person.looks()))
            + std::abs(wrapped(end - heading)) + turn_away(pick->place, put->place, end);
        Path along;
        const double cost = approach
            + person.effort() * length_of_way(person, pick->place, put->place, along)
            + kPerTurn * turns;
        if (cost < least) {
            least = cost;
            handler.along = along;
            handler.put = *put;
            carry.to_turn = yaw(wrapped(end - heading)) * carry.from_turn;
        }
    }
    if (!std::isfinite(least))
        return;
    carry.by = { handler };
    std::vector<Carry> carries { carry };
    if (set_times(errand, carries))
        plans.push_back({ least + errand.strain({ &person }), std::move(carries) });
}

}  // namespace

void plan_alone(const Errand& errand, std::vector<Plan>& plans)
{
    for (const Person& person : errand.people) {
        // Boxes have four sides; round things are taken as one comes.
        const Vector2d way = errand.from.head<2>() - person.stands();
        const double first = std::holds_alternative<Sphere>(errand.solid)
            ? std::atan2(way.y(), way.x())
            : errand.heading();
        for (int side = 0; side < kSides; ++side)
            plan_from_side(errand, person, first + side * std::numbers::pi / 2, plans);
    }
}

}  // namespace gambol::cio
