// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_claims.hpp"

#include <algorithm>
#include <limits>

namespace gambol::audit_detail {

namespace {

/// All mass in one of several bodies: the others move as their ends do, not as muscles move them.
bool has_massless_limbs(const Owner& owner)
{
    const auto heavy = std::count_if(owner.bodies.begin(), owner.bodies.end(),
        [](const MotionBody& body) { return body.inertial.mass > 0; });
    return owner.is_character && owner.mass > 0 && owner.bodies.size() > 1 && heavy == 1;
}

}  // namespace

std::string not_judged_because(
    const World& world, const std::string& claim, const std::string& missing)
{
    if (!missing.empty())
        return missing;
    for (const Owner& owner : world.owners)
        if (has_massless_limbs(owner))
            return "all mass of " + owner.name + " is in one body, the limbs have none";
    const std::vector<std::string>& claims = world.motion.claims;
    if (std::find(claims.begin(), claims.end(), claim) == claims.end())
        return "the motion does not claim it";
    return {};
}

void report_claim(const World& world, const Worst& worst, const std::string& claim,
    const std::string& missing, AuditReport& report)
{
    const std::string why = not_judged_because(world, claim, missing);
    if (why.empty())
        return worst.report(report);
    AuditReport aside;
    worst.report(aside);
    AuditCheck figure = aside.checks.front();
    figure.passed = false;
    if (!missing.empty())
        figure.value = std::numeric_limits<double>::quiet_NaN();
    report.not_judged.push_back({ figure, why });
}

void check_claims(const World& world, const AuditLimits& limits, AuditReport& report)
{
    if (std::none_of(world.owners.begin(), world.owners.end(),
            [](const Owner& owner) { return owner.is_character && owner.mass > 0; }))
        return;
    check_drag(world, limits, report);
    check_joint_limits(world, limits, report);
    check_torques(world, limits, report);
    check_pops(world, limits, report);
    check_rest(world, limits, report);
}

int find_owner(const World& world, const std::string& name)
{
    for (std::size_t i = 0; i < world.owners.size(); ++i)
        if (world.owners[i].name == name)
            return static_cast<int>(i);
    return -1;
}

}  // namespace gambol::audit_detail
