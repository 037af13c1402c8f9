// SPDX-License-Identifier: MIT
#include "gambol/jobs/audit_advice.hpp"

#include <fmt/format.h>

#include <vector>

namespace gambol {

namespace {

struct Advice {
    std::string prefix;  // of a check's name
    std::string text;
    std::string remedy = {};  // when the cause is the scene; else a better search may help
};

const std::vector<Advice>& advice_table()
{
    static const std::vector<Advice> table {
        { "residual",
            "the contact forces do not explain the motion; try a longer duration, more starts "
            "(--set cio.starts=8) or another --seed" },
        { "touch", "a force acts where nothing is touched; try another --seed or more starts" },
        { "slip", "a loaded patch slides; try a longer duration or another --seed" },
        { "friction",
            "more grip is used than there is; raise the surface's friction or the duration",
            "a higher friction of the surface, a longer duration, or a nearer target" },
        { "pull", "a contact pulls that can only push; try another --seed" },
        { "pressure_point", "a force acts outside its patch; try another --seed" },
        { "torsion",
            "a patch is twisted harder than friction can hold; raise the friction or the "
            "duration",
            "a higher friction of the surface, or a longer duration" },
        { "reaction",
            "two bodies do not push each other equally; the file was changed after it was made" },
        { "penetration", "a body is inside a solid; check that start poses and goals leave room",
            "a start pose, goals and a world that leave the body room; else another seed" },
        { "self_overlap", "a body is inside itself; give it more time or room, or another --seed" },
        { "torque",
            "a joint exerts more than it can; ask for less speed, height or haste, or give the "
            "character more strength",
            "less speed, height or haste, or a higher strength of the character" },
        { "drag", "an unloaded foot drags along a surface; try another --seed or more starts" },
        { "joint_limits", "a joint bends beyond its range; give it more time or room" },
        { "pops", "a body turns faster than limbs do; try a longer duration or another --seed" },
        { "rest", "nobody stands still at the end; try a longer duration or another --seed" },
        { "joint_gap", "limbs come apart; bring the goal nearer or raise the duration",
            "a goal that is nearer, or a longer duration" },
        { "audited", "the time limit left no time for the audit; gambol verify does it",
            "gambol verify on this directory" },
        { "cloth_intersections",
            "cloth passes through itself or a body; look at the first place named, and try a "
            "smaller time step or more thickness" },
        { "cloth_penetration",
            "cloth lies inside a solid; check that it starts outside, or try a smaller time step" },
        { "cloth_stretch",
            "cloth is stretched beyond its limit; try a stiffer material or slower bodies" },
        { "structure", "the file does not hold together; see the notes" },
        { "sampling", "there are too few samples per second to judge; it needs 60 or more" },
    };
    return table;
}

}  // namespace

std::string audit_advice(const AuditReport& report)
{
    std::string text;
    for (const Advice& advice : advice_table())
        for (const AuditCheck& check : report.checks)
            if (!check.passed && check.name.starts_with(advice.prefix)) {
                text += fmt::format("{}: {}\n", check.name, advice.text);
                break;
            }
    return text;
}

std::string scene_remedy(const std::string& check)
{
    for (const Advice& advice : advice_table())
        if (check.starts_with(advice.prefix))
            return advice.remedy;
    return {};
}

}  // namespace gambol
