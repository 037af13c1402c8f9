// SPDX-License-Identifier: MIT
#include "gambol/dynamics/root_axes.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::dynamics {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

/// +1 when a, b, c is a right-handed order of axes, −1 otherwise.
double parity(const RootAxes& axes)
{
    return (axes[1] - axes[0] + 3) % 3 == 1 ? 1 : -1;
}

}  // namespace

/// With s the parity, R = R(a) R(b) R(c) has
///
///     R_ac = s sin b    R_bc = −s sin a cos b    R_cc = cos a cos b    R_ab = −s cos b sin c
///     R_aa = cos b cos c
Vector3d root_angles(const Matrix3d& R, const RootAxes& axes)
{
    const auto [a, b, c] = axes;
    const double s = parity(axes);
    return { std::atan2(-s * R(b, c), R(c, c)), std::asin(std::clamp(s * R(a, c), -1.0, 1.0)),
        std::atan2(-s * R(a, b), R(a, a)) };
}

Quaterniond root_rotation(const Vector3d& angles, const RootAxes& axes)
{
    Quaterniond R = Quaterniond::Identity();
    for (int i = 0; i < 3; ++i)
        R = R * Eigen::AngleAxisd(angles[i], Vector3d::Unit(axes[static_cast<std::size_t>(i)]));
    return R;
}

double worst_middle_sine(const RootAxes& axes, const std::vector<Quaterniond>& rotations)
{
    double worst = 0;
    for (const Quaterniond& R : rotations)
        worst = std::max(worst, std::abs(R.normalized().toRotationMatrix()(axes[0], axes[2])));
    return worst;
}

RootAxes root_axes_for(const std::vector<Quaterniond>& rotations, double good_enough)
{
    RootAxes best = kUsualAxes;
    if (worst_middle_sine(best, rotations) <= good_enough)
        return best;
    // In the order of preference.
    for (const RootAxes& axes :
        { RootAxes { 2, 1, 0 }, { 0, 2, 1 }, { 1, 2, 0 }, { 0, 1, 2 }, { 1, 0, 2 } })
        if (worst_middle_sine(axes, rotations) < worst_middle_sine(best, rotations))
            best = axes;
    return best;
}

}  // namespace gambol::dynamics
