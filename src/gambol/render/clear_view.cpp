// SPDX-License-Identifier: MIT
#include "gambol/render/camera.hpp"

#include "gambol/geometry/heightfield.hpp"
#include "gambol/render/frame_pose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gambol::render {
namespace {

using Eigen::Vector3d;

constexpr int kTimes = 24;  // at which the view is judged
constexpr double kClear = 0.75;  // share of bodies and times; a post or a table in front is no harm

bool box_blocks(const Box& box, const Vector3d& from, const Vector3d& to)
{
    // The piece of the line between each pair of faces; blocked where all three pieces meet.
    const Vector3d start = box.rotation.conjugate() * (from - box.center);
    const Vector3d way = box.rotation.conjugate() * (to - from);
    double enters = 0, leaves = 1;
    for (int i = 0; i < 3; ++i) {
        if (std::abs(way[i]) < 1e-12) {
            if (std::abs(start[i]) > box.half_size[i])
                return false;
            continue;
        }
        const double a = (-box.half_size[i] - start[i]) / way[i],
                     b = (box.half_size[i] - start[i]) / way[i];
        enters = std::max(enters, std::min(a, b));
        leaves = std::min(leaves, std::max(a, b));
    }
    return enters < leaves;
}

bool ball_blocks(const Vector3d& center, double radius, const Vector3d& from, const Vector3d& to)
{
    const Vector3d way = to - from;
    const double along
        = std::clamp(way.dot(center - from) / std::max(way.squaredNorm(), 1e-12), 0.0, 1.0);
    return (from + along * way - center).norm() < radius;
}

bool triangle_blocks(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& from,
    const Vector3d& to)
{
    const Vector3d ab = b - a, ac = c - a, way = to - from;
    const Vector3d across = way.cross(ac);
    const double volume = ab.dot(across);
    if (std::abs(volume) < 1e-14)
        return false;
    const Vector3d start = from - a, turned = start.cross(ab);
    const double u = start.dot(across) / volume, v = way.dot(turned) / volume,
                 t = ac.dot(turned) / volume;
    return u >= 0 && v >= 0 && u + v <= 1 && t > 0 && t < 1;
}

bool land_blocks(const Heightfield& land, const Vector3d& from, const Vector3d& to)
{
    constexpr int kSteps = 100;
    const Eigen::Vector2d size = land.size();
    for (int i = 1; i < kSteps; ++i) {
        const Vector3d point = from + (to - from) * (double(i) / kSteps);
        const Eigen::Vector2d place = point.head<2>() - land.origin;
        const bool over = (place.array() >= 0).all() && (place.array() <= size.array()).all();
        if (over && point.z() < height_at(land, point.head<2>()).height)
            return true;
    }
    return false;
}

/// Whether a solid of the world lies between two points. Planes hide nothing: a picture looks
/// through their back.
bool blocks(const Shape& shape, const Vector3d& from, const Vector3d& to)
{
    return std::visit(Overloaded {
                          [](const Plane&) { return false; },
                          [&](const Box& box) { return box_blocks(box, from, to); },
                          [&](const Sphere& sphere) {
                              return ball_blocks(sphere.center, sphere.radius, from, to);
                          },
                          [&](const Capsule& capsule) {
                              constexpr int kBalls = 12;
                              for (int i = 0; i <= kBalls; ++i)
                                  if (ball_blocks(capsule.from
                                              + (capsule.to - capsule.from) * (double(i) / kBalls),
                                          capsule.radius, from, to))
                                      return true;
                              return false;
                          },
                          [&](const Heightfield& land) { return land_blocks(land, from, to); },
                          [&](const Mesh& mesh) {
                              return std::any_of(mesh.triangles.begin(), mesh.triangles.end(),
                                  [&](const Eigen::Vector3i& t) {
                                      return triangle_blocks(mesh.vertices[t[0]],
                                          mesh.vertices[t[1]], mesh.vertices[t[2]], from, to);
                                  });
                          },
                      },
        shape);
}

/// Where the bodies of all characters are, at a few times; props where there is nobody.
struct Sight {
    double time;
    std::vector<Vector3d> points;
};

std::vector<Sight> what_to_see(const Motion& motion)
{
    std::vector<Sight> sights;
    for (const double time : spread_times(motion, std::min(kTimes, int(motion.times.size())))) {
        const TimeSample at = sample_at(motion.times, time);
        Sight sight { time, {} };
        for (const MotionCharacter& character : motion.characters)
            for (int i = 0; i < int(character.bodies.size()); ++i)
                sight.points.push_back(
                    body_pose(character, i, at) * character.bodies[std::size_t(i)].inertial.com);
        if (motion.characters.empty())
            for (const MotionProp& prop : motion.props)
                sight.points.push_back(prop_pose(prop, at).translation());
        sights.push_back(std::move(sight));
    }
    return sights;
}

/// Share of all that is to be seen which no solid hides.
double visible_share(const Motion& motion, const std::vector<Sight>& sights, double aspect,
    Framing framing, const View& view)
{
    const Camera still = framing == Framing::whole ? frame_motion(motion, aspect, view) : Camera {};
    std::optional<FollowCamera> follow;
    if (framing == Framing::follow)
        follow.emplace(motion, aspect, view);
    int seen = 0, all = 0;
    for (const Sight& sight : sights) {
        const Vector3d eye = follow ? follow->at(sight.time).eye : still.eye;
        for (const Vector3d& point : sight.points) {
            ++all;
            seen += std::none_of(motion.surfaces.begin(), motion.surfaces.end(),
                [&](const MotionSurface& surface) { return blocks(surface.shape, eye, point); });
        }
    }
    return all > 0 ? double(seen) / all : 1;
}

}  // namespace

View clear_view(const Motion& motion, double aspect, Framing framing, const View& wanted)
{
    const std::vector<Sight> sights = what_to_see(motion);
    double best_share = visible_share(motion, sights, aspect, framing, wanted);
    if (best_share >= kClear)
        return wanted;
    // Around first, then from higher up: the lower view shows more of a movement.
    constexpr double kPi = std::numbers::pi;
    View best = wanted;
    for (const double elevation : { wanted.elevation, 0.5, 0.8, 1.1 })
        for (const double turn : { 0.0, kPi, -1.0, 1.0, kPi - 1, kPi + 1, -kPi / 2, kPi / 2 }) {
            View view = wanted;
            view.azimuth = wanted.azimuth + turn;
            view.elevation = elevation;
            const double share = visible_share(motion, sights, aspect, framing, view);
            if (share >= kClear)
                return view;
            if (share > best_share + 0.02) {
                best_share = share;
                best = view;
            }
        }
    return best;
}

}  // namespace gambol::render
