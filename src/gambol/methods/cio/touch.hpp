// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"

namespace gambol::cio {

/// How near is touching? It depends on who asks; from the strictest to the most lenient, in m. Each
/// leaves the next one room for what moves between samples, or while weights change. How near a
/// patch of a given motion must be to count as held, is for the motion to say (Reference::touch).

/// A contact that is meant becomes dearer until the nearest of its corners is nearer than this.
constexpr double kGapTolerance = 0.004;
/// Meanwhile a force through a corner farther off than this is one that is missing.
constexpr double kFromAfar = 0.006;
/// Forces of the finished motion go through corners nearer than this.
constexpr double kForceReach = 0.008;
/// What the audit accepts. A patch whose centre is so near when the scene begins stands there.
constexpr double kTouches = AuditLimits {}.touch_distance;

static_assert(kGapTolerance < kFromAfar && kFromAfar < kForceReach && kForceReach < kTouches);

}  // namespace gambol::cio
