// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/whole_body.hpp"
#include "gambol/motion/complaints.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::refine {

namespace {

/// Of all checks of how the body is used that fail, by how much of their limits.
double complained_excess(const AuditReport& report)
{
    double sum = 0;
    for (const AuditCheck& check : report.checks)
        if (is_about_use(check) && check.value > check.limit)
            sum += (check.value - check.limit) / std::max(check.limit, 1e-9);
    return sum;
}

}  // namespace

void WholeBody::take(const AuditReport& report)
{
    const AuditCheck* broken = broken_most(report);
    better = !broken;
    why_not = broken
        ? fmt::format("breaks physics: {} {:.3g} {}", broken->name, broken->value, broken->unit)
        : "";
    worst_excess = broken ? broken->value / broken->limit : 1;
    complained_excess = refine::complained_excess(report);
    complaints = gambol::complaints(report);
    for (const std::string& name : complaints)
        std::erase_if(
            motion.claims, [&](const std::string& claim) { return name.starts_with(claim); });
}

}  // namespace gambol::refine
