// SPDX-License-Identifier: MIT
#include "gambol/motion/complaints.hpp"

#include <algorithm>

namespace gambol {

bool is_about_use(const AuditCheck& check)
{
    return std::any_of(kClaims.begin(), kClaims.end(),
        [&](const std::string& claim) { return check.name.starts_with(claim); });
}

std::vector<std::string> complaints(const AuditReport& report)
{
    std::vector<std::string> names;
    const auto look = [&](const AuditCheck& check) {
        if (is_about_use(check) && check.value > check.limit)
            names.push_back(check.name);
    };
    for (const AuditCheck& check : report.checks)
        look(check);
    for (const UnjudgedCheck& check : report.not_judged)
        look(check.figure);
    return names;
}

const AuditCheck* broken_most(const AuditReport& report)
{
    const AuditCheck* worst = nullptr;
    for (const AuditCheck& check : report.checks) {
        if (!check.passed && !is_about_use(check)
            && (!worst || check.value * worst->limit > worst->value * check.limit))
            worst = &check;
    }
    return worst;
}

}  // namespace gambol
