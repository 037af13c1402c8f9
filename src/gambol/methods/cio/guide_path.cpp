// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide_path.hpp"

#include <algorithm>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

constexpr double kSetOut = 0.9;  // s until somebody walks at full speed, or back to rest
constexpr double kLongestRamp = 0.35;  // of the time of a way: likewise

}  // namespace

double ease(double u)
{
    u = std::clamp(u, 0.0, 1.0);
    return u * u * u * (10 + u * (6 * u - 15));
}

double stride_out(double u, double duration, bool sets_out, bool stops)
{
    const double ramp = std::min(kLongestRamp, kSetOut / std::max(duration, 1e-9));
    const double first = sets_out ? ramp : 0, last = stops ? ramp : 0;
    const auto rise = [](double x, double over) { return over * x * x * x * (1 - x / 2); };
    u = std::clamp(u, 0.0, 1.0);
    const double whole = 1 - first / 2 - last / 2;
    const double way = u < first ? rise(u / first, first)
        : u > 1 - last           ? whole - rise((1 - u) / last, last)
                                 : u - first / 2;
    return way / whole;
}

void unwind(const FeatureModel& model, const VectorXd& before, VectorXd& q)
{
    for (int i = -1; i < int(model.limbs.size()); ++i) {
        const int at = (i < 0 ? model.torso() : model.effector(i)) + 3;
        q.segment<3>(at)
            = model.vector_near(model.turn_of(q.segment<3>(at)), before.segment<3>(at));
    }
}

void write_path(
    const TrajectoryLayout& layout, int first, const std::vector<VectorXd>& path, VectorXd& x)
{
    const double step = layout.segment_duration;
    const Eigen::Index size = path.front().size();
    for (int k = 0; k < layout.segments; ++k) {
        x.segment(layout.q(k) + first, size) = path[size_t(k) + 1];
        if (k + 2 < int(path.size()))
            x.segment(layout.v(k) + first, size)
                = (path[size_t(k) + 2] - path[size_t(k)]) / (2 * step);
    }
}

}  // namespace gambol::cio
