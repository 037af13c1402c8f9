// SPDX-License-Identifier: MIT
#include "gambol/render/stage.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

using Eigen::Vector3d;

GroundPlane make_ground(const Plane& plane)
{
    const Vector3d n = plane.normal.normalized();
    Vector3d u = std::abs(n.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
    u = (u - u.dot(n) * n).normalized();
    const Vector3d v = n.cross(u);
    return { plane.point.cast<float>(), n.cast<float>(), u.cast<float>(), v.cast<float>() };
}

float line_coverage(float coordinate, float footprint, float spacing, float half_width)
{
    // Length of line between 0 and x, lines being centred at the multiples of `spacing`.
    const auto drawn_until = [&](float x) {
        const float shifted = x + half_width;
        const float period = std::floor(shifted / spacing);
        return period * 2 * half_width + std::min(shifted - period * spacing, 2 * half_width);
    };
    const float width = std::max(footprint, 1e-5f);
    return std::clamp(
        (drawn_until(coordinate + 0.5f * width) - drawn_until(coordinate - 0.5f * width)) / width,
        0.f, 1.f);
}

}  // namespace gambol
