// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/carry.hpp"

#include "gambol/methods/cio/handling/errand.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kFromSide = 0.12;  // m: hands come from there
constexpr double kOnIt = 1, kOffIt = 0.02;  // contact activities

double ease_in(double u)
{
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3 - 2 * u);
}

/// What touches what in a phase, of one prop.
class Touches {
public:
    Touches(const CioScene& ready, const std::vector<Carry>& carries, int phase)
        : model_(ready.model)
        , carries_(carries)
        , phase_(phase)
    {
    }

    /// Nothing where a carry has no say.
    [[nodiscard]] std::optional<bool> wanted(const ContactPair& pair) const
    {
        const int carrier = model_.supports[size_t(pair.support)].carrier;
        if (model_.is_prop(pair.character))
            return pair.slides ? moves(pair.character, Carry::Way::pushed) : rests(pair.character);
        if (carrier == kWorld)
            return std::nullopt;
        return std::any_of(carries_.begin(), carries_.end(), [&](const Carry& carry) {
            const Handler* handler = carry.handler(pair.character);
            return handler && model_.torso(carry.prop) == carrier && carry.handled(phase_)
                && std::any_of(handler->hands.begin(), handler->hands.end(),
                    [&](const Hold& hold) { return hold.limb == pair.patch; });
        });
    }

private:
    [[nodiscard]] bool moves(int prop, Carry::Way way) const
    {
        return std::any_of(carries_.begin(), carries_.end(), [&](const Carry& carry) {
            return carry.prop == prop && carry.way == way && carry.moves(phase_);
        });
    }
    /// Props that nobody is to move stay where they are.
    [[nodiscard]] bool rests(int prop) const
    {
        const Carry *first = nullptr, *last = nullptr;
        for (const Carry& carry : carries_)
            if (carry.prop == prop) {
                first = first ? first : &carry;
                last = &carry;
            }
        return !first || phase_ < first->lift || phase_ >= last->settle;
    }

    const SceneModel& model_;
    const std::vector<Carry>& carries_;
    int phase_;
};

bool moves_a_prop(const CioScene& ready, const Goal& goal)
{
    return ready.scene->is_prop(goal.who)
        && (std::holds_alternative<PositionGoal>(goal.kind)
            || std::holds_alternative<AngleGoal>(goal.kind));
}

/// Cheapest first.
std::vector<Plan> plans_for(const CioScene& ready, const Goal& goal)
{
    std::vector<Plan> plans;
    if (std::holds_alternative<AngleGoal>(goal.kind)) {
        plan_swing(ready, goal, plans);
        std::stable_sort(plans.begin(), plans.end(),
            [](const Plan& a, const Plan& b) { return a.cost < b.cost; });
        return plans;
    }
    const Errand errand(ready, goal);
    plan_alone(errand, plans);
    plan_together(errand, plans);
    plan_hand_over(errand, plans);
    plan_push(errand, plans);
    std::stable_sort(
        plans.begin(), plans.end(), [](const Plan& a, const Plan& b) { return a.cost < b.cost; });
    return plans;
}

}  // namespace

std::vector<Carry> plan_carries(const CioScene& ready, int start)
{
    std::vector<Carry> carries;
    for (const Goal& goal : task_of<Task>(*ready.scene).goals) {
        if (!moves_a_prop(ready, goal))
            continue;
        // Two starts for each of the two best ways before others are tried.
        const std::vector<Plan> plans = plans_for(ready, goal);
        if (!plans.empty())
            for (const Carry& carry : plans[size_t(start / 2) % plans.size()].carries)
                carries.push_back(carry);
    }
    return carries;
}

std::vector<std::string> unmovable_props(const CioScene& ready)
{
    std::vector<std::string> names;
    for (const Goal& goal : task_of<Task>(*ready.scene).goals)
        if (moves_a_prop(ready, goal) && plans_for(ready, goal).empty())
            names.push_back(ready.scene->name_of(goal.who));
    return names;
}

PropPlace carried_place(
    const CioScene& ready, const Carry& carry, double time, const std::vector<TorsoPlace>& torsos)
{
    const double lift = time_of(ready, carry.lift), settle = time_of(ready, carry.settle);
    if (carry.way == Carry::Way::swung)
        return swung_place(carry, (time - lift) / (settle - lift));
    if (time <= lift)
        return { carry.from, carry.from_turn };
    if (time >= settle)
        return { carry.to, carry.to_turn };
    if (carry.way == Carry::Way::pushed) {
        const double share = ease_in((time - lift) / (settle - lift));
        return { carry.from + share * (carry.to - carry.from),
            carry.from_turn.slerp(share, carry.to_turn) };
    }
    // In the middle between where everybody holds it.
    PropPlace held { Vector3d::Zero(), carry.from_turn };
    for (size_t i = 0; i < torsos.size(); ++i) {
        const Handler& handler = carry.by[i];
        const TorsoPlace& torso = torsos[i];
        held.position += (torso.position + yaw(torso.heading) * handler.held) / torsos.size();
        if (i == 0)
            held.turn = yaw(wrapped(torso.heading - handler.pick.heading)) * carry.from_turn;
    }
    const double up = ease_in((time - lift) / carry.bend_time),
                 down = ease_in((time - settle + carry.bend_time) / carry.bend_time);
    PropPlace place { carry.from + up * (held.position - carry.from),
        carry.from_turn.slerp(up, held.turn) };
    place.position += down * (carry.to - place.position);
    place.turn = place.turn.slerp(down, carry.to_turn);
    return place;
}

void lay_hands(const CioScene& ready, const Carry& carry, const Handler& handler, double time,
    const PropPlace& prop, VectorXd& q)
{
    if (carry.way == Carry::Way::swung) {
        press_hands(ready, carry, handler, time, prop, q);
        return;
    }
    const FeatureModel& model = ready.model.characters[size_t(handler.character)];
    const double reach = time_of(ready, carry.reach), leave = time_of(ready, carry.leave);
    const double share = std::min(ease_in((time - reach + carry.bend_time) / carry.bend_time),
        1 - ease_in((time - leave) / carry.bend_time));
    if (share <= 0)
        return;
    for (const Hold& hold : handler.hands) {
        const int e = model.effector(hold.limb);
        const FeaturePatch& patch = model.patches[size_t(hold.limb)];
        const Vector3d out = prop.turn * hold.out;
        const Vector3d at = prop.position + prop.turn * hold.at + (1 - share) * kFromSide * out;
        const Quaterniond before(model.turn_of(q.segment<3>(e + 3)));
        // Palms on it, fingers ahead and a little down, as far as the palm lets them.
        const Quaterniond flat
            = Quaterniond::FromTwoVectors(before * patch.axes.col(2), out) * before;
        q.segment<3>(e) += share * (at - q.segment<3>(e));
        q.segment<3>(e + 3)
            = model.vector_near(before.slerp(share, flat).toRotationMatrix(), q.segment<3>(e + 3));
    }
}

void plan_contacts(const CioScene& ready, const std::vector<Carry>& carries, VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    for (int phase = 0; phase < ready.phases(); ++phase) {
        const Touches touches(ready, carries, phase);
        const int z = layout.z(phase * layout.segments_per_phase) - layout.local_z();
        for (const ContactPair& pair : ready.model.contacts)
            if (const auto on = touches.wanted(pair))
                x[z + pair.column] = contact_variable(*on ? kOnIt : kOffIt);
    }
}

}  // namespace gambol::cio
