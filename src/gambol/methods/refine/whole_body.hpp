// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/event.hpp"
#include "gambol/methods/refine/passers.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/scene/scene.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gambol::refine {

/// What became of a movement that was found with massless limbs.
struct WholeBody {
    bool better = false;  // than what was found, and valid: to be used instead
    std::string why_not;  // when it is not
    double worst_excess = 1;  // of a check of physics that is broken, × its limit
    double complained_excess = 0;  // of all complaints, beyond their limits, × those
    Motion motion;
    std::vector<Figure> figures;
    double worst_goal_error = 0;  // m, or rad / 3
    int iterations = 0, evaluations = 0;
    double first_cost = 0, last_cost = 0;
    /// Checks of how the body is used that it does not keep, and so does not claim.
    std::vector<std::string> complaints;

    /// What an audit of the motion, which claims everything, says; the motion then claims what it
    /// keeps.
    void take(const AuditReport&);

    [[nodiscard]] bool free_of_complaints() const { return better && complaints.empty(); }
    [[nodiscard]] bool better_than(const WholeBody& other) const
    {
        return better != other.better ? better : complaints.size() < other.complaints.size();
    }
    /// The same, and among equals by how much is wrong.
    [[nodiscard]] bool nearer_than(const WholeBody& other) const
    {
        if (better_than(other) || other.better_than(*this))
            return better_than(other);
        return worst_excess + complained_excess < other.worst_excess + other.complained_excess;
    }
};

/// The last stage of a search for contacts: its movement goes on being optimised on the joint tree
/// with all masses. It lets go of what was found: effort, smoothness and posture count, contact
/// places and times are free, joints and muscles have their limits, goals are rows on the tree and
/// whoever should stand comes to rest (docs/spacetime.md, "The whole body").
///
/// Of a scene with one character, whose goals those are. `found` must have at least two samples.
/// Deterministic. `tell` answers whether to go on. Keeps out of the way of passers. What it carries
/// alone is a body of its own (Cargo), other props go on moving as they were found to (Burden).
[[nodiscard]] WholeBody whole_body(const Scene& scene, const std::vector<Goal>& goals,
    const Motion& found, double fps, const std::function<bool(Progress)>& tell,
    const Passers& passers = {});

/// The same of a scene with several characters who touch each other through props at most: one
/// after the other, each out of the way of what the others do; those once more who are still in
/// it. Props that nobody moves may be stood on (RestingProps).
[[nodiscard]] WholeBody whole_company(const Scene& scene, const std::vector<Goal>& goals,
    const Motion& found, double fps, const std::function<bool(Progress)>& tell);

}  // namespace gambol::refine
