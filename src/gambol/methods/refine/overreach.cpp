// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/overreach.hpp"

#include <algorithm>

namespace gambol::refine {

namespace {

constexpr double kAround = 0.15;  // s: joints are beyond their range on the way to a hold, too

bool covers(const HoldPlan& plan, const Hold& hold, const Overreach& reach)
{
    return hold.patch == reach.patch && hold.begin * plan.frame - kAround <= reach.time
        && reach.time <= hold.end * plan.frame + kAround;
}

/// Of the limb that a joint moves, by the joint's name; −1 for joints of trunk and legs.
int patch_moved_by(const Character& body, const std::string& joint)
{
    for (const Limb& limb : body.limbs)
        for (const int i : { limb.upper, limb.lower, limb.end })
            for (const Dof& dof : body.segments[size_t(i)].dofs)
                if (dof.name == joint)
                    return limb.support ? -1 : limb.patch;
    return -1;
}

}  // namespace

std::optional<Overreach> find_overreach(
    const AuditReport& report, const Character& body, const HoldPlan& plan)
{
    const AuditCheck* worst = nullptr;
    const auto look = [&](const AuditCheck& check) {
        if (check.name == "joint_limits" && check.value > check.limit)
            worst = &check;
    };
    for (const AuditCheck& check : report.checks)
        look(check);
    for (const UnjudgedCheck& check : report.not_judged)
        look(check.figure);
    if (!worst)
        return std::nullopt;
    const Overreach reach {
        patch_moved_by(body, worst->subject.substr(worst->subject.find('/') + 1)), worst->time
    };
    const bool held = std::any_of(plan.holds.begin(), plan.holds.end(),
        [&](const Hold& hold) { return covers(plan, hold, reach); });
    return held ? std::optional(reach) : std::nullopt;
}

void let_go(HoldPlan& plan, const Overreach& reach)
{
    std::erase_if(plan.holds, [&](const Hold& hold) { return covers(plan, hold, reach); });
    join_changes(plan, frames_of_same_time(plan));
}

}  // namespace gambol::refine
