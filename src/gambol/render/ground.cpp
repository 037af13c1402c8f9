// SPDX-License-Identifier: MIT
#include "gambol/render/palette.hpp"
#include "gambol/render/stage.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::render {

using Eigen::Vector3d;
using Eigen::Vector3f;

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

Vector3f Stage::direction(float x, float y) const
{
    const Vector3f local(
        pixel_angle * (x - 0.5f * float(width)), pixel_angle * (0.5f * float(height) - y), 1);
    return axes.transpose() * local;
}

GroundHit hit_ground(const Stage& stage, const Vector3f& ray, float limit)
{
    constexpr float kFadeStart = 1.0f, kFadeEnd = 6.5f;  // m around what is of interest
    GroundHit hit;
    hit.distance = limit;
    for (const GroundPlane& ground : stage.grounds) {
        const float slope = ray.dot(ground.normal);
        if (slope > -1e-5f)
            continue;
        const float t = (ground.point - stage.eye).dot(ground.normal) / slope;
        if (t > 0 && t < hit.distance) {
            hit.distance = t;
            hit.plane = &ground;
        }
    }
    if (hit.plane) {
        const Vector3f point = stage.eye + hit.distance * ray;
        const float away = stage.interest.exteriorDistance(point);
        const float t = std::clamp((away - kFadeStart) / (kFadeEnd - kFadeStart), 0.f, 1.f);
        hit.fade = t * t * (3 - 2 * t);
    }
    return hit;
}

Vector3f ground_color(const Stage& stage, const GroundPlane& ground, int x, int y)
{
    static const Vector3f color = palette::ground(), line = palette::grid();
    if (!stage.grid)
        return color;
    const auto on_plane = [&](float px, float py) {
        const Vector3f ray = stage.direction(px, py);
        const float t = (ground.point - stage.eye).dot(ground.normal) / ray.dot(ground.normal);
        return Vector3f(stage.eye + t * ray);
    };
    // How far the point moves on the plane per pixel, which is how wide lines must be filtered.
    const float px = float(x) + 0.5f, py = float(y) + 0.5f;
    const Vector3f point = on_plane(px, py);
    const Vector3f step_x = on_plane(px + 1, py) - point, step_y = on_plane(px, py + 1) - point;
    constexpr float kPen = 1.4f;  // pixels; exactly one leaves stairs on slanted lines
    float strength = 0;
    for (const Vector3f& axis : { ground.u, ground.v }) {
        const float coordinate = axis.dot(point);
        const float footprint
            = kPen * std::max(std::abs(axis.dot(step_x)), std::abs(axis.dot(step_y)));
        strength = std::max({ strength, 0.62f * line_coverage(coordinate, footprint, 1, 0.007f),
            0.30f * line_coverage(coordinate, footprint, 0.5f, 0.005f) });
    }
    return (1 - strength) * color + strength * line;
}

}  // namespace gambol::render
