// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/treadmill.hpp"

#include <cmath>

namespace gambol::gait {

Eigen::Vector3d Treadmill::gravity() const
{
    return { -std::sin(slope), -speed * turn, -std::cos(slope) };
}

Eigen::Isometry2d Treadmill::after(double time) const
{
    const double angle = turn * time;
    // Of the arc: its chord ahead and to the left.
    const double ahead = angle == 0 ? speed * time : speed / turn * std::sin(angle);
    const double left = angle == 0 ? 0 : speed / turn * (1 - std::cos(angle));
    Eigen::Isometry2d animal = Eigen::Isometry2d::Identity();
    animal.translate(Eigen::Vector2d(ahead, left));
    animal.rotate(angle);
    return animal.inverse();
}

}  // namespace gambol::gait
