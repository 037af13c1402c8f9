// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/errand.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::cio {

namespace {

using Eigen::Vector3d;

constexpr double kTeamCost = 2;  // m: who can do it alone does
constexpr double kHandsApart = 0.16;  // m along the prop, between hands of two people

/// One at each end of the prop; `by[0]` looks along `heading`, the other one back.
struct Ends {
    const Person* by[2];
    double heading[2];
    double lever[2];  // m from the middle of the prop to where hands hold it
};

/// The nearer to the middle, the more of the load: in proportion to what force costs the other.
bool set_levers(double depth, Ends& ends)
{
    const double farthest = depth - kPalm;
    const double e0 = ends.by[0]->effort(), e1 = ends.by[1]->effort();
    const double most = std::max(e0, e1);
    ends.lever[0] = farthest * e0 / most;
    ends.lever[1] = farthest * e1 / most;
    return farthest > 0 && ends.lever[0] + ends.lever[1] >= kHandsApart;
}

std::optional<Handler> handler_at(
    const Errand& errand, const Carry& carry, const Ends& ends, int i, double height, double turn)
{
    const Person& person = *ends.by[i];
    const double heading = ends.heading[i];
    const Vector3d along = errand.from_turn.conjugate() * (yaw(heading) * Vector3d::UnitX());
    const double depth = half_extent(errand.solid, along);
    const auto pick = person.stance(carry.from, heading, depth),
               put = person.stance(carry.to, heading + turn, depth);
    const auto hands
        = between_palms(errand, person, errand.from_turn, heading, -ends.lever[i] * along);
    if (!pick || !put || !hands)
        return std::nullopt;
    Handler handler;
    handler.character = person.character();
    handler.hands = *hands;
    handler.pick = *pick;
    handler.put = *put;
    handler.upright = person.model().standing_height;
    handler.held = held_by(person, depth);
    handler.held.z() = height - handler.upright;
    return handler;
}

/// Sets the way there, too.
double cost_of(const Errand& errand, const Ends& ends, Carry& carry)
{
    double cost = kTeamCost + errand.strain({ ends.by[0], ends.by[1] });
    for (int i = 0; i < 2; ++i) {
        const Person& person = *ends.by[i];
        Handler& handler = carry.by[size_t(i)];
        // What two carry goes straight.
        Path straight;
        cost += 0.5
            * (length_of_way(person, person.stands(), handler.pick.place, handler.there)
                + length_of_way(person, handler.pick.place, handler.put.place, straight)
                + kPerTurn * std::abs(wrapped(ends.heading[i] - person.looks())));
    }
    return cost;
}

}  // namespace

void plan_together(const Errand& errand, std::vector<Plan>& plans)
{
    if (std::holds_alternative<Sphere>(errand.solid))
        return;
    const int axes = std::holds_alternative<Box>(errand.solid) ? 2 : 1;
    const double turn = errand.facing ? wrapped(*errand.facing - errand.heading()) : 0;
    for (const Person& a : errand.people)
        for (const Person& b : errand.people)
            for (int axis = 0; axis < axes; ++axis) {
                if (&a == &b)
                    continue;
                const double along = errand.heading() + axis * std::numbers::pi / 2;
                const Vector3d own
                    = errand.from_turn.conjugate() * (yaw(along) * Vector3d::UnitX());
                Ends ends { { &a, &b }, { along, wrapped(along + std::numbers::pi) }, {} };
                if (!set_levers(half_extent(errand.solid, own), ends))
                    continue;
                Carry carry = errand.whole_way();
                carry.to_turn = yaw(turn) * carry.from_turn;
                const double height
                    = std::min(a.model().standing_height, b.model().standing_height);
                for (int i = 0; i < 2; ++i)
                    if (const auto handler = handler_at(errand, carry, ends, i, height, turn))
                        carry.by.push_back(*handler);
                if (carry.by.size() < 2)
                    continue;
                const double cost = cost_of(errand, ends, carry);
                std::vector<Carry> carries { carry };
                if (set_times(errand, carries))
                    plans.push_back({ cost, std::move(carries) });
            }
}

}  // namespace gambol::cio
