// SPDX-License-Identifier: MIT
#include "gambol/motion/sweep.hpp"

#include <cmath>

namespace gambol {

std::vector<GaitChange> gait_changes(const std::vector<SweepPoint>& points)
{
    std::vector<GaitChange> changes;
    const SweepPoint* before = nullptr;
    for (const SweepPoint& point : points) {
        if (!point.valid || point.gait == "none")
            continue;
        if (before && before->gait != point.gait)
            changes.push_back({ before->gait, point.gait, before->speed, point.speed,
                std::sqrt(before->froude * point.froude) });
        before = &point;
    }
    return changes;
}

double alexander_stride(double froude)
{
    return 2.3 * std::pow(froude, 0.3);
}

}  // namespace gambol
