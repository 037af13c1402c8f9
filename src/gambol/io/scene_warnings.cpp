// SPDX-License-Identifier: MIT
#include "gambol/io/scene_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

// A man walks at 1.4 m/s and starts and ends at rest; beyond this the clip needs a run. Other
// bodies go as fast in proportion to the square root of their leg length (equal Froude number).
constexpr double kFastestWalk = 1.6;  // m/s
constexpr double kLegLength = 0.87;  // m, of that man
constexpr double kEasyWalk = 0.8;  // m/s on average, from rest to rest
// Shapes touch the floor they stand on; only more than this is "inside".
constexpr double kTouching = 0.01;  // m

/// Signed distance to the solid; negative inside.
double distance_to(const Shape& shape, const Eigen::Vector3d& p)
{
    return std::visit(Overloaded {
                          [&](const Plane& s) { return s.normal.dot(p - s.point); },
                          [&](const Box& s) {
                              const Eigen::Vector3d q
                                  = (s.rotation.conjugate() * (p - s.center)).cwiseAbs()
                                  - s.half_size;
                              return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0);
                          },
                          [&](const Capsule& s) {
                              const Eigen::Vector3d axis = s.to - s.from;
                              const double length_sq = axis.squaredNorm();
                              const double t = length_sq > 0
                                  ? std::clamp((p - s.from).dot(axis) / length_sq, 0.0, 1.0)
                                  : 0.0;
                              return (p - s.from - t * axis).norm() - s.radius;
                          },
                          [&](const Sphere& s) { return (p - s.center).norm() - s.radius; },
                          [](const Mesh&) { return std::numeric_limits<double>::infinity(); },
                      },
        shape);
}

/// Balls that stand for a shape when asking whether it reaches into something.
struct Ball {
    Eigen::Vector3d center;
    double radius;
};

std::vector<Ball> balls_of(const Shape& shape)
{
    return std::visit(
        Overloaded {
            [](const Capsule& s) -> std::vector<Ball> {
                return { { s.from, s.radius }, { (s.from + s.to) / 2, s.radius },
                    { s.to, s.radius } };
            },
            [](const Sphere& s) -> std::vector<Ball> {
                return { { s.center, s.radius } };
            },
            [](const Box& s) -> std::vector<Ball> {
                std::vector<Ball> corners { { s.center, 0 } };
                for (int i = 0; i < 8; ++i) {
                    const Eigen::Vector3d sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
                    corners.push_back(
                        { s.center + s.rotation * sign.cwiseProduct(s.half_size), 0 });
                }
                return corners;
            },
            [](const auto&) -> std::vector<Ball> { return {}; },
        },
        shape);
}

/// How deep the start pose reaches into the surface, and with which segment.
std::pair<double, std::string> deepest(const SceneCharacter& character, const Surface& surface)
{
    std::pair<double, std::string> worst { 0, "" };
    const std::vector<SegmentFrame> frames = forward_kinematics(character.body, character.start);
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : character.body.segments[i].shapes)
            for (const Ball& ball : balls_of(shape)) {
                const Eigen::Vector3d p = frames[i].position + frames[i].rotation * ball.center;
                const double depth = ball.radius - distance_to(surface.shape, p);
                if (depth > worst.first)
                    worst = { depth, character.body.segments[i].name };
            }
    return worst;
}

double leg_length(const Character& body)
{
    double length = 0;
    for (const Limb& limb : body.limbs)
        if (limb.support)
            length = std::max(length,
                body.segments[std::size_t(limb.lower)].offset.norm()
                    + body.segments[std::size_t(limb.end)].offset.norm());
    return length;
}

/// Where the value of a goal stands: entries come in the order of the file, but which entry holds
/// the goal must be searched by who and key.
std::string goal_place(const YamlNode& root, const std::string& who, const std::string& key)
{
    for (const YamlNode& entry : root.find("goals")->items)
        if (entry.find("who")->scalar == who && entry.find(key))
            return entry.find(key)->where;
    return root.where;
}

void warn_position(const Scene& scene, const SceneCharacter& character, const PositionGoal& goal,
    const std::string& where, std::vector<std::string>& warnings)
{
    for (const Surface& surface : scene.surfaces) {
        if (std::holds_alternative<Plane>(surface.shape) && !goal.with_height)
            continue;
        // A target without height is a spot on the floor: does a surface cover it?
        const Eigen::Vector3d probe = goal.with_height
            ? goal.target
            : Eigen::Vector3d(goal.target.x(), goal.target.y(), 0.01);
        if (distance_to(surface.shape, probe) < 0)
            warnings.push_back(fmt::format("{}: the target of {} lies inside world.{}{}", where,
                character.name, surface.name,
                goal.with_height ? "" : "; to end on top of it, give three numbers"));
    }
    const double distance = (goal.target - character.start.root_position).head<2>().norm();
    const double speed = distance / scene.duration;
    const double leg = leg_length(character.body);
    const double fastest = leg > 0 ? kFastestWalk * std::sqrt(leg / kLegLength) : kFastestWalk;
    if (speed > fastest)
        warnings.push_back(
            fmt::format("{}: {} is {:.3g} m from its target: about {:.2g} m/s needed, more "
                        "than a walk; try duration: {:.0f}s",
                where, character.name, distance, speed,
                std::ceil(distance / (kEasyWalk * fastest / kFastestWalk))));
}

}  // namespace

std::vector<std::string> scene_warnings(const Scene& scene, const YamlNode& root)
{
    std::vector<std::string> warnings;
    if (scene.goals.empty())
        warnings.push_back(root.where + ": no goals: everybody will just stay in balance");
    for (const SceneCharacter& character : scene.characters)
        for (const Surface& surface : scene.surfaces) {
            const auto [depth, segment] = deepest(character, surface);
            if (depth > kTouching)
                warnings.push_back(fmt::format(
                    "{}: {} starts {:.2g} cm inside world.{} (with its {}); move it with at:",
                    root.find("characters")->find(character.name)->where, character.name,
                    100 * depth, surface.name, segment));
        }
    for (const Goal& goal : scene.goals)
        if (const auto* position = std::get_if<PositionGoal>(&goal.kind)) {
            const SceneCharacter& who = scene.characters[std::size_t(goal.who)];
            warn_position(scene, who, *position, goal_place(root, who.name, "position"), warnings);
        }
    return warnings;
}

}  // namespace gambol
