// SPDX-License-Identifier: MIT
#include "gambol/render/busy_map.hpp"

#include "gambol/render/stage.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::render {

using Eigen::Vector3f;

BusyMap::BusyMap(const Stage& stage)
{
    if (stage.grounds.size() > 1)
        return;
    columns_ = (stage.width + kBlock - 1) / kBlock;
    rows_ = (stage.height + kBlock - 1) / kBlock;
    blocks_.assign(std::size_t(columns_) * std::size_t(rows_), 0);
}

std::vector<BusyMap::Ball> BusyMap::cover(const Drawing& drawing)
{
    std::vector<Ball> balls;
    for (const DrawnRound& round : drawing.rounds) {
        // A few balls along the axis hug a limb closer than one around all of it.
        const float radius = std::max(round.radius_from, round.radius_to);
        const float length = (round.to - round.from).norm();
        const int pieces = std::clamp(int(length / std::max(2 * radius, 1e-3f)) + 1, 1, 12);
        const float half = 0.5f * length / float(pieces);
        for (int k = 0; k < pieces; ++k) {
            const float t = (float(k) + 0.5f) / float(pieces);
            balls.push_back({ (1 - t) * round.from + t * round.to, radius + half });
        }
    }
    for (const DrawnBox& box : drawing.boxes)
        balls.push_back({ box.center, box.half_size.norm() });
    for (const DrawnMesh& mesh : drawing.meshes) {
        Eigen::AlignedBox3f bounds;
        for (const Vector3f& vertex : mesh.vertices)
            bounds.extend(vertex);
        if (!bounds.isEmpty())
            balls.push_back({ bounds.center(), 0.5f * bounds.diagonal().norm() });
    }
    return balls;
}

void BusyMap::mark_pixels(float x0, float y0, float x1, float y1)
{
    constexpr float kRim = 4;  // pixels; light is smoothed over as many
    const auto block = [](float pixel, int count) {
        return int(std::clamp(std::floor(pixel / kBlock), -1.f, float(count)));
    };
    const int left = std::max(0, block(x0 - kRim, columns_));
    const int right = std::min(columns_ - 1, block(x1 + kRim, columns_));
    const int top = std::max(0, block(y0 - kRim, rows_));
    const int bottom = std::min(rows_ - 1, block(y1 + kRim, rows_));
    for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x)
            blocks_[std::size_t(y) * std::size_t(columns_) + std::size_t(x)] = 1;
}

void BusyMap::mark_ball(const Stage& stage, const Ball& ball)
{
    if (blocks_.empty())
        return;
    const Vector3f p = stage.axes * (ball.center - stage.eye);
    if (p.norm() <= 1.01f * ball.radius) {
        blocks_.clear();  // the eye is inside
        return;
    }
    if (p.z() <= ball.radius) {
        if (p.z() > -ball.radius)
            blocks_.clear();  // cut by the plane of the eye: no bound on its picture
        return;
    }
    // Balls off the axis are drawn longer by the slant of their ray.
    const float radius = ball.radius / (p.z() - ball.radius) / stage.pixel_angle * p.norm() / p.z();
    const float x = 0.5f * float(stage.width) + p.x() / p.z() / stage.pixel_angle;
    const float y = 0.5f * float(stage.height) - p.y() / p.z() / stage.pixel_angle;
    mark_pixels(x - radius, y - radius, x + radius, y + radius);
}

void BusyMap::mark_disc_on_ground(const Stage& stage, const Vector3f& center, float radius)
{
    if (blocks_.empty())
        return;
    const GroundPlane& ground = stage.grounds[0];
    Eigen::AlignedBox2f area;
    for (const Vector3f& corner : { Vector3f(center + radius * (ground.u + ground.v)),
             Vector3f(center + radius * (ground.u - ground.v)),
             Vector3f(center - radius * (ground.u + ground.v)),
             Vector3f(center - radius * (ground.u - ground.v)) }) {
        const Vector3f p = stage.axes * (corner - stage.eye);
        if (p.z() < 1e-3f) {
            blocks_.clear();
            return;
        }
        area.extend(Eigen::Vector2f(0.5f * float(stage.width) + p.x() / p.z() / stage.pixel_angle,
            0.5f * float(stage.height) - p.y() / p.z() / stage.pixel_angle));
    }
    mark_pixels(area.min().x(), area.min().y(), area.max().x(), area.max().y());
}

void BusyMap::mark_solids(const Stage& stage, const Drawing& drawing)
{
    for (const Ball& ball : cover(drawing)) {
        mark_ball(stage, ball);
        if (stage.grounds.empty())
            continue;
        const GroundPlane& ground = stage.grounds[0];
        const float height = (ball.center - ground.point).dot(ground.normal);
        const float reach = ball.radius + kSkyReach;
        if (std::abs(height) < reach)
            mark_disc_on_ground(stage, ball.center - height * ground.normal,
                std::sqrt(reach * reach - height * height));
        // The shadow: a cylinder along the light, widened by the light's own size, cut by the
        // plane.
        const float slope = stage.to_light.dot(ground.normal);
        if (slope > 0 && height > -ball.radius) {
            const float way = std::max(0.f, height) / slope;
            const float radius = (ball.radius + kLightRadius * (way + ball.radius / slope)) / slope;
            mark_disc_on_ground(
                stage, ball.center - height / slope * stage.to_light, 1.2f * radius);
        }
    }
}

void BusyMap::mark_annotations(const Stage& stage, const Drawing& drawing)
{
    for (const Ball& ball : cover(drawing))
        mark_ball(stage, ball);
}

}  // namespace gambol::render
