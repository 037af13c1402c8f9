// SPDX-License-Identifier: MIT
#include "gambol/motion/audit.hpp"

#include "gambol/motion/audit_claims.hpp"
#include "gambol/motion/audit_world.hpp"

#include <algorithm>
#include <cassert>

namespace gambol {

bool AuditReport::passed() const
{
    return std::all_of(
        checks.begin(), checks.end(), [](const AuditCheck& check) { return check.passed; });
}

const AuditCheck& AuditReport::find(const std::string& name) const
{
    const auto found = std::find_if(
        checks.begin(), checks.end(), [&](const AuditCheck& check) { return check.name == name; });
    assert(found != checks.end());
    return *found;
}

AuditReport audit(const Motion& motion, const AuditLimits& limits)
{
    using namespace audit_detail;
    AuditReport report;

    // Nothing can be measured on arrays that do not fit together.
    const std::vector<std::string> problems = find_structure_problems(motion);
    AuditCheck structure { "structure", "", static_cast<double>(problems.size()), 0, "mistakes", 0,
        problems.empty() };
    report.checks.push_back(structure);
    report.notes = problems;
    if (!problems.empty())
        return report;

    const World world = make_world(motion, limits);
    note_meshes(motion, report);
    check_sampling(motion, report);
    check_momentum(world, limits, report);
    check_touch(world, limits, report);
    check_slip(world, limits, report);
    check_forces(world, limits, report);
    check_reactions(world, limits, report);
    check_hinges(world, limits, report);
    check_penetration(world, limits, report);
    check_joints(world, limits, report);
    check_cloth(world, report);
    check_claims(world, limits, report);
    return report;
}

}  // namespace gambol
