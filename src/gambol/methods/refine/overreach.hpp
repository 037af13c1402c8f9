// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/holds.hpp"
#include "gambol/motion/audit.hpp"

#include <optional>

namespace gambol::refine {

/// A limb that does no standing and holds on to something which its joints cannot reach as they
/// must, and when that was worst.
struct Overreach {
    int patch = 0;
    double time = 0;  // s
};

/// The joint that is farthest beyond its range, if it is one of such a limb while it holds on to
/// something.
[[nodiscard]] std::optional<Overreach> find_overreach(
    const AuditReport&, const Character&, const HoldPlan&);

/// The patch no longer holds on at that time: others carry, or the body moves otherwise.
void let_go(HoldPlan&, const Overreach&);

}  // namespace gambol::refine
