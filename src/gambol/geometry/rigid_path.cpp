// SPDX-License-Identifier: MIT
#include "gambol/geometry/rigid_path.hpp"

#include <algorithm>

namespace gambol {

Eigen::Isometry3d RigidPath::at(double time) const
{
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    if (times.empty())
        return pose;
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    const auto k = std::size_t(after - times.begin());
    if (k == 0 || k == times.size()) {
        const std::size_t end = k == 0 ? 0 : k - 1;
        pose.translate(positions[end]);
        pose.rotate(rotations[end]);
        return pose;
    }
    const double share = (time - times[k - 1]) / (times[k] - times[k - 1]);
    pose.translate((1 - share) * positions[k - 1] + share * positions[k]);
    pose.rotate(rotations[k - 1].slerp(share, rotations[k]));
    return pose;
}

}  // namespace gambol
