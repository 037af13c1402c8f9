// SPDX-License-Identifier: MIT
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/handling/errand.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::cio {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kLevel = 0.02;  // m: ends of a way along the floor
constexpr double kStraight = 0.35;  // rad between the way and what the palms press on
constexpr double kTurned = 0.2;  // rad: what is pushed keeps its facing
constexpr double kPushCost = 3;  // × the way, and so many metres more: lifting comes first
constexpr double kApart = 0.18;  // m: palms from the middle
constexpr double kReach = 0.8;  // × arm
constexpr double kHighest = 0.75;  // × shoulder height: where palms press

/// Bent so that the arms push forward rather than down, as far behind as they are long.
std::optional<Stance> push_stance(const Person& person, const Vector3d& pressed, double heading)
{
    for (int bend = 2; bend <= 10; ++bend) {
        const double share = bend / 10.0, lean = 0.9 * share;
        const double height = (1 - 0.4 * share) * person.model().standing_height;
        const Vector3d shoulders
            = Eigen::AngleAxisd(lean, Vector3d::UnitY()) * person.arms().shoulders;
        const double reach = kReach * person.arms().length;
        const std::optional<double> floor = person.floor_at(pressed.head<2>() - ahead(heading));
        if (!floor)
            return std::nullopt;
        const double down = *floor + height + shoulders.z() - pressed.z();
        if (std::abs(down) > 0.6 * reach)
            continue;
        const double out = std::sqrt(reach * reach - down * down);
        const double back = std::max(out + shoulders.x(), Person::kLegRoom);
        const auto room = person.upright(pressed.head<2>() - back * ahead(heading), heading);
        if (!room)
            return std::nullopt;
        return Stance { room->place, heading, height, lean };
    }
    return std::nullopt;
}

/// Largest horizontal force on the prop, × what friction under the feet gives.
double needed_grip(const Errand& errand, const Person& person)
{
    const SceneModel& model = errand.ready.model;
    const auto under = [&](int who) {
        const auto& friction = model.supports[size_t(model.ground[size_t(who)])].friction;
        return *std::max_element(friction.begin(), friction.end());
    };
    return under(errand.prop) * model.characters[size_t(errand.prop)].mass
        / (under(person.character()) * person.model().mass);
}

}  // namespace

void plan_push(const Errand& errand, std::vector<Plan>& plans)
{
    const SceneModel& model = errand.ready.model;
    const Vector3d way = errand.to - errand.from;
    if (!model.slides(errand.prop) || std::abs(way.z()) > kLevel)
        return;
    if (errand.facing && std::abs(wrapped(*errand.facing - errand.heading())) > kTurned)
        return;
    const double along_way = std::atan2(way.y(), way.x());
    const double side = std::numbers::pi / 2
        * std::round(wrapped(along_way - errand.heading()) / (std::numbers::pi / 2));
    const double heading = errand.heading() + side;
    if (std::abs(wrapped(along_way - heading)) > kStraight)
        return;
    const Vector3d along = errand.from_turn.conjugate() * (yaw(heading) * Vector3d::UnitX()),
                   left = errand.from_turn.conjugate() * (yaw(heading) * Vector3d::UnitY()),
                   up = errand.from_turn.conjugate() * Vector3d::UnitZ();
    const double depth = half_extent(errand.solid, along), tall = half_extent(errand.solid, up),
                 apart = std::min(kApart, half_extent(errand.solid, left) - kPalm);
    if (apart <= 0)
        return;
    for (const Person& person : errand.people) {
        const double shoulder = person.model().standing_height + person.arms().shoulders.z();
        const double floor = errand.from.z() - tall;
        const double above = std::min(tall - kPalm, floor + kHighest * shoulder - errand.from.z());
        const Vector3d pressed = errand.from + errand.from_turn * (above * up - depth * along);
        const auto pick = push_stance(person, pressed, heading);
        if (!pick || needed_grip(errand, person) > 0.9)
            continue;
        Carry carry = errand.whole_way();
        carry.way = Carry::Way::pushed;
        Handler handler;
        handler.character = person.character();
        handler.upright = person.model().standing_height;
        handler.pick = handler.put = *pick;
        handler.put.place += way.head<2>();
        for (const int hand : { 0, 1 })
            handler.hands[size_t(hand)] = { person.arms().limbs[size_t(hand)],
                above * up - depth * along + (hand == 0 ? apart : -apart) * left, -along };
        if (!person.can_walk(pick->place, handler.put.place))
            continue;
        const double cost = kPushCost * (1 + person.effort() * way.norm())
            + length_of_way(person, person.stands(), pick->place, handler.there);
        carry.by = { handler };
        std::vector<Carry> carries { carry };
        if (set_times(errand, carries))
            plans.push_back({ cost, std::move(carries) });
    }
}

}  // namespace gambol::cio
