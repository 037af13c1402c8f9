// SPDX-License-Identifier: MIT
#include "gambol/character/footing.hpp"

#include "gambol/geometry/height_below.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gambol {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond lean_of(const std::vector<Vector3d>& points)
{
    Vector3d mean = Vector3d::Zero();
    for (const Vector3d& p : points)
        mean += p / double(points.size());
    Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
    Eigen::Vector2d rise = Eigen::Vector2d::Zero();
    for (const Vector3d& p : points) {
        const Vector3d d = p - mean;
        spread += d.head<2>() * d.head<2>().transpose();
        rise += d.z() * d.head<2>();
    }
    if (spread.determinant() < 1e-6 * spread.trace() * spread.trace())
        return Quaterniond::Identity();
    const Eigen::Vector2d slope = spread.inverse() * rise;
    const double angle = std::min(std::atan(slope.norm()), kSteepestFooting);
    if (slope.norm() < 1e-9)
        return Quaterniond::Identity();
    const Vector3d axis = Vector3d(slope.y(), -slope.x(), 0).normalized();
    return Quaterniond(Eigen::AngleAxisd(angle, axis));
}

std::optional<Footing> find_footing(const Vector3d& center, const Matrix3d& axes,
    const Eigen::Vector2d& half_size, const std::vector<Shape>& surfaces)
{
    constexpr double kUneven = 0.03;  // m; what bends more is an edge and not a slope
    constexpr double kBump = 0.005;  // m; how deep the middle of a patch may sink into a bump
    Footing footing { center, Matrix3d::Identity() };
    for (int iteration = 0; iteration < 3; ++iteration) {
        const Matrix3d now = footing.turn * axes;
        std::array<Vector3d, 4> corner;
        double highest = -std::numeric_limits<double>::infinity();
        int found = 0;
        for (int k = 0; k < 4; ++k) {
            corner[std::size_t(k)] = footing.center + (k % 2 ? 1 : -1) * half_size.x() * now.col(0)
                + (k / 2 ? 1 : -1) * half_size.y() * now.col(1);
            const auto height = height_below(surfaces, corner[std::size_t(k)].head<2>());
            found += height.has_value();
            corner[std::size_t(k)].z() = height.value_or(0);
            if (height)
                highest = std::max(highest, *height);
        }
        if (found == 0)
            return std::nullopt;
        const Vector3d rising = corner[3] - corner[0], falling = corner[2] - corner[1];
        const Vector3d normal = rising.cross(falling).normalized();
        const double warp = std::abs(corner[0].z() + corner[3].z() - corner[1].z() - corner[2].z());
        const Vector3d mean = (corner[0] + corner[1] + corner[2] + corner[3]) / 4;
        const double middle
            = height_below(surfaces, footing.center.head<2>()).value_or(mean.z() - kUneven);
        if (found < 4 || std::max(warp, std::abs(middle - mean.z())) > kUneven
            || normal.z() < std::cos(kSteepestFooting)) {
            footing.turn.setIdentity();
            footing.center.z() = highest;
            return footing;
        }
        footing.turn = Quaterniond::FromTwoVectors(axes.col(2), normal).toRotationMatrix();
        footing.center.z() = std::max(mean.z(), middle - kBump);
    }
    return footing;
}

}  // namespace gambol
