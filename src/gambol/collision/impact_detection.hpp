// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/candidate_search.hpp"
#include "gambol/parallel/worker_pool.hpp"

#include <vector>

namespace gambol::collision {

/// A pair that comes too close on its way from x_t0 to x_t1.
struct Impact {
    std::array<int, 4> vertices;
    PairKind kind = PairKind::vertex_triangle;
    ClosestPoints at_hit;
    double time = 0;  // in [0, 1]
    double distance_t0 = 0;  // [m]
};

/// All candidates that come as close as min(separation, half their distance at x_t0) on straight
/// paths to x_t1, in their order. Only pairs with a vertex for which `changed` is not 0 are looked
/// at: the others were found apart before and have not moved since.
[[nodiscard]] std::vector<Impact> detect_impacts(const CandidateSearch& search,
    const Eigen::Matrix3Xd& x_t1, double separation, const std::vector<char>& changed,
    WorkerPool& pool);

}  // namespace gambol::collision
