// SPDX-License-Identifier: MIT
#include "gambol/collision/impact_detection.hpp"

#include "gambol/parallel/collect.hpp"
#include "gambol/collision/continuous_collision.hpp"

#include <algorithm>

namespace gambol::collision {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

constexpr std::size_t kCandidatesPerTask = 2048;

/// The direction that separates the pair at the start still does at the end, hence all the way.
bool stays_apart(const Candidate& c, const Matrix3Xd& x_t1, double distance)
{
    const Vector3d& n = c.direction;
    const double p0 = n.dot(x_t1.col(c.vertices[0])), p1 = n.dot(x_t1.col(c.vertices[1]));
    const double p2 = n.dot(x_t1.col(c.vertices[2])), p3 = n.dot(x_t1.col(c.vertices[3]));
    const double gap = c.kind == PairKind::vertex_triangle ? p0 - std::max({ p1, p2, p3 })
                                                           : std::min(p0, p1) - std::max(p2, p3);
    return gap > distance;
}

FourPoints gather(const Matrix3Xd& x, const std::array<int, 4>& v)
{
    return { x.col(v[0]), x.col(v[1]), x.col(v[2]), x.col(v[3]) };
}

}  // namespace

std::vector<Impact> detect_impacts(const CandidateSearch& search, const Matrix3Xd& x_t1,
    double separation, const std::vector<char>& changed, WorkerPool& pool)
{
    const std::vector<Candidate>& candidates = search.candidates();
    return collect<Impact>(pool, candidates.size(), kCandidatesPerTask,
        [&](std::size_t i, std::vector<Impact>& impacts) {
            const Candidate& c = candidates[i];
            const auto& v = c.vertices;
            if (!(changed[std::size_t(v[0])] | changed[std::size_t(v[1])]
                    | changed[std::size_t(v[2])] | changed[std::size_t(v[3])]))
                return;
            const double distance = std::min(separation, 0.5 * c.gap);
            if (c.gap > 0 && stays_apart(c, x_t1, distance + search.rounding()))
                return;
            const Approach approach
                = find_approach(c.kind, gather(search.x_t0(), v), gather(x_t1, v), distance);
            if (approach.hit)
                impacts.push_back({ v, c.kind, approach.at_hit, approach.time, c.gap });
        });
}

}  // namespace gambol::collision
