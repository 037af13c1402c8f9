// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <cmath>
#include <numbers>

/// Angles about the vertical, from the x axis.
namespace gambol::cio {

/// Of a turn's x axis.
[[nodiscard]] inline double heading_of(const Eigen::Quaterniond& turn)
{
    const Eigen::Vector3d x = turn * Eigen::Vector3d::UnitX();
    return std::atan2(x.y(), x.x());
}

[[nodiscard]] inline double heading_of(const Eigen::Vector2d& way)
{
    return std::atan2(way.y(), way.x());
}

/// Unit vector along a heading.
[[nodiscard]] inline Eigen::Vector2d ahead(double heading)
{
    return { std::cos(heading), std::sin(heading) };
}

/// The same angle within ±π.
[[nodiscard]] inline double wrapped(double angle)
{
    return std::remainder(angle, 2 * std::numbers::pi);
}

[[nodiscard]] inline Eigen::Quaterniond yaw(double angle)
{
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
}

}  // namespace gambol::cio
