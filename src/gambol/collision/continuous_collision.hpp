// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/closest_points.hpp"

namespace gambol::collision {

/// What is known of a pair whose four vertices move along straight lines, x(t) = x_t0 + t (x_t1 −
/// x_t0).
struct Approach {
    bool hit = false;  // false is a proof, rounding included; true may be a false alarm
    double time = 1;  // of the hit, in [0, 1]; before it there is none
    ClosestPoints at_hit;
    int iterations = 0;
};

/// Does the pair come as close as `distance` ≥ 0? [m]
///
/// Conservative advancement with separating planes. For any direction n the gaps
///
///     g_ij(t) = n · (x_i(t) − x_j(t)),     i on side a, j on side b
///
/// are linear in t, so where all are above `lo` at both ends of an interval, the sides stay lo/‖n‖
/// apart all through it. n is the direction between closest points at t; the interval ends where
/// the first gap has shrunk to lo = 0.8 distance, and the search goes on from there. Gaps are only
/// trusted after the bound of their rounding error is taken off, so no true hit is missed;
/// a search that is not done after a fixed number of intervals counts as a hit.
[[nodiscard]] Approach find_approach(
    PairKind kind, const FourPoints& x_t0, const FourPoints& x_t1, double distance);

}  // namespace gambol::collision
