// SPDX-License-Identifier: MIT
#include "gambol/character/limb_flexion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {

namespace {

using Eigen::Vector3d;

/// Angle by which `from` must turn about `axis` to come nearest to `to`.
double turn_about(const Vector3d& axis, const Vector3d& from, const Vector3d& to)
{
    return std::atan2(axis.dot(from.cross(to)), from.dot(to) - axis.dot(from) * axis.dot(to));
}

}  // namespace

Flexion middle_flexion(const Character& character, const Limb& limb)
{
    const Segment& lower = character.segments[size_t(limb.lower)];
    const Vector3d upper_link = lower.offset.normalized();
    const Vector3d lower_link = character.segments[size_t(limb.end)].offset.normalized();
    Flexion flexion;
    double best = -1;
    for (size_t i = 0; i < lower.dofs.size(); ++i) {
        // A forearm's roll bends nothing: its axis lies along the link.
        const Dof& dof = lower.dofs[i];
        const double along_upper = dof.axis.dot(upper_link), along = dof.axis.dot(lower_link);
        const double bends = (1 - along * along) * (1 - along_upper * along_upper)
            * std::min(dof.upper - dof.lower, std::numbers::pi);
        if (bends > best + 1e-9) {
            best = bends;
            flexion.dof = int(i);
        }
    }
    if (flexion.dof < 0) {
        const Vector3d normal = upper_link.cross(lower_link);
        if (normal.norm() > 1e-3)
            flexion.axis = normal.normalized();
        flexion.at_zero = turn_about(flexion.axis, upper_link, lower_link);
        flexion.least = flexion.most = flexion.at_zero;
        return flexion;
    }
    const Dof& dof = lower.dofs[size_t(flexion.dof)];
    const double at_zero = turn_about(dof.axis, upper_link, lower_link);
    const double low = at_zero + dof.lower, high = at_zero + dof.upper;
    if (low + high >= 0)
        return { flexion.dof, dof.axis, at_zero, low, high };
    return { flexion.dof, -dof.axis, -at_zero, -high, -low };
}

double reach_share(double upper_length, double lower_length, double flexion)
{
    // d² = (l₁ + l₂)² − 2 l₁ l₂ (1 − cos φ)
    const double full = upper_length + lower_length;
    const double missing_sq = 2 * upper_length * lower_length * (1 - std::cos(flexion));
    return std::sqrt(std::max(0.0, 1 - missing_sq / (full * full)));
}

}  // namespace gambol
