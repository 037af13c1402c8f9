// SPDX-License-Identifier: MIT
// What ZoneLoop does about zones that stand still and are run into all the same.
#include "gambol/cloth/zones/zone_loop.hpp"

#include <algorithm>

namespace gambol::cloth {

using Eigen::Matrix3Xd;

namespace {

// A cut step below this fraction is as good as none: two plates would close by ever smaller steps.
constexpr double kLeastProgress = 0.1;
// Separations between cloth and a body, below which there is no room left. Each cut step halves
// what there is, so that it is reached after a few, however fast the bodies are.
constexpr double kLeastRoom = 2;
constexpr double kShortestStep = 1e-6;  // a cut step below this fraction is no step

}  // namespace

/// The step is cut. Where that would stop the clock or nearly so and no room is left, the cloth is
/// caught between bodies for which there is no admissible way: it lets go of them there, and
/// everything else goes on. `unsolved`: roots of zones. True if zones have to be looked at again.
bool ZoneLoop::go_on_without(
    const std::set<int>& unsolved, collision::CandidateSearch& search, CollisionReport& report)
{
    const Matrix3Xd x_t1 = *x_t1_;
    const double fraction = report.step_fraction;
    search.update(*x_t1_);
    const std::vector<collision::Impact> impacts = impacts_left(search);
    cut_step(impacts, search, report);
    if (report.step_fraction > kLeastProgress || options_.zones == ZoneKind::rigid)
        return false;
    bool lets_go = false;
    for (const collision::Impact& impact : impacts) {
        if (impact.distance_t0 >= kLeastRoom * options_.separation)
            continue;
        for (const int vertex : impact.vertices)
            for (const int other : impact.vertices)
                if (mesh_.is_free(vertex) && unsolved.contains(forest_.root(vertex))
                    && !mesh_.is_free(other))
                    lets_go
                        = let_go_.add(vertex, mesh_.object[std::size_t(other)], *x_t0_) || lets_go;
    }
    if (!lets_go)
        return false;
    report.step_fraction = fraction;
    *x_t1_ = x_t1;
    std::fill(changed_.begin(), changed_.end(), 1);
    return true;
}

std::vector<collision::Impact> ZoneLoop::impacts_left(const collision::CandidateSearch& search)
{
    std::fill(changed_.begin(), changed_.end(), 1);
    std::vector<collision::Impact> impacts
        = collision::detect_impacts(search, *x_t1_, options_.separation, changed_, pool_);
    std::erase_if(impacts, [&](const collision::Impact& i) { return let_go_.ignores(i.vertices); });
    return impacts;
}

/// The paths up to shortly before the first impact are free. They are part of the paths that were
/// searched, so nothing new needs to be found.
void ZoneLoop::cut_step(std::vector<collision::Impact> impacts,
    const collision::CandidateSearch& search, CollisionReport& report)
{
    for (; !impacts.empty(); impacts = impacts_left(search)) {
        double first = 1;
        for (const collision::Impact& impact : impacts)
            first = std::min(first, impact.time);
        report.step_fraction *= 0.9 * first;
        if (report.step_fraction < kShortestStep) {
            report.step_fraction = 0;
            *x_t1_ = *x_t0_;
            return;
        }
        *x_t1_ = *x_t0_ + 0.9 * first * (*x_t1_ - *x_t0_);
    }
}

}  // namespace gambol::cloth
