// SPDX-License-Identifier: MIT
#include "audit_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace gambol::app {

namespace {

struct Advice {
    std::string prefix;  // of a check's name
    std::string text;
};

/// What a failed check means to someone who wants a motion, not a lecture.
const std::vector<Advice>& advice_table()
{
    static const std::vector<Advice> table {
        { "residual",
            "the contact forces do not explain the motion: allow more time (duration), "
            "more starts (cio.starts) or another seed" },
        { "touch",
            "a force acts where nothing is touched: try more starts (cio.starts) or another seed" },
        { "slip", "a loaded patch slides: allow more time (duration) or another seed" },
        { "friction",
            "more grip is used than there is: raise the surface's friction or allow more time" },
        { "pull", "a contact pulls that can only push: try another seed" },
        { "pressure_point", "a force acts outside its patch: try another seed" },
        { "torsion",
            "a patch twists harder than friction holds: raise the friction or allow more time" },
        { "reaction",
            "two bodies do not push each other equally: the file is damaged or made elsewhere" },
        { "penetration", "a body is inside a solid: check that start poses and goals leave room" },
        { "joint_gap", "limbs are stretched: bring the goal nearer or allow more time" },
        { "structure", "the file does not hold together: see the notes" },
        { "sampling", "too few samples per second to judge: export the motion at 60 or more" },
    };
    return table;
}

std::string limit_text(const AuditCheck& check)
{
    return std::isfinite(check.limit) ? fmt::format("{:.3g}", check.limit) : "any";
}

}  // namespace

std::string audit_table(const AuditReport& report)
{
    std::string text = fmt::format("  {:<20} {:>8} {:>7}  {:<17} {:>7}  {}\n", "check", "worst",
        "limit", "unit", "at", "where");
    for (const AuditCheck& check : report.checks)
        text += fmt::format("  {:<20} {:>8.3g} {:>7}  {:<17} {:>5.2f} s  {}{}\n", check.name,
            check.value, limit_text(check), check.unit, check.time, check.passed ? "" : "FAILED ",
            check.subject);
    return text;
}

std::string audit_advice(const AuditReport& report)
{
    std::string text;
    std::string last;
    for (const AuditCheck& check : report.checks) {
        if (check.passed)
            continue;
        for (const Advice& advice : advice_table())
            if (check.name.starts_with(advice.prefix) && advice.prefix != last) {
                text += fmt::format("{}: {}\n", check.name, advice.text);
                last = advice.prefix;
            }
    }
    return text;
}

}  // namespace gambol::app
