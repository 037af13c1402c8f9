// SPDX-License-Identifier: MIT
#include "gambol/io/scene/scene_warnings.hpp"

#include "gambol/geometry/balls.hpp"
#include "gambol/geometry/height_below.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/io/scene/feasibility.hpp"
#include "gambol/scene/comfortable_duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::io {

namespace {

// A man walks at 1.4 m/s and starts and ends at rest; beyond this the clip needs a run. Other
// bodies go as fast in proportion to the square root of their leg length (equal Froude number).
constexpr double kFastestWalk = 1.6;  // m/s
constexpr double kLegLength = 0.87;  // m, of that man
constexpr double kEasyWalk = 0.8;  // m/s on average, from rest to rest
// Shapes touch the floor they stand on; only more than this is "inside".
constexpr double kTouching = 0.01;  // m
constexpr double kInTheAir = 0.05;  // m

/// Signed distance to the solid; negative inside. Meshes of the world are not looked at.
double distance_to(const Shape& shape, const Eigen::Vector3d& p)
{
    return std::holds_alternative<Mesh>(shape) ? std::numeric_limits<double>::infinity()
                                               : nearest_surface_point(shape, p).distance;
}

/// Balls that stand for a shape when asking whether it reaches into something; of a mesh, none.
std::vector<Ball> balls_of(const Shape& shape)
{
    if (std::holds_alternative<Mesh>(shape))
        return {};
    std::vector<Ball> balls = probe_balls(shape);
    if (const auto* box = std::get_if<Box>(&shape))
        balls.push_back({ box->center, 0 });
    return balls;
}

}  // namespace

double depth_in(const Shape& solid, const Shape& other)
{
    double depth = -std::numeric_limits<double>::infinity();
    for (const Ball& ball : balls_of(solid))
        depth = std::max(depth, ball.radius - distance_to(other, ball.center));
    for (const Ball& ball : balls_of(other))
        depth = std::max(depth, ball.radius - distance_to(solid, ball.center));
    return depth;
}

std::pair<double, std::string> deepest_in(const SceneCharacter& character, const Shape& solid)
{
    std::pair<double, std::string> worst { -std::numeric_limits<double>::infinity(), "" };
    const std::vector<SegmentFrame> frames = forward_kinematics(character.body, character.start);
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : character.body.segments[i].shapes)
            for (const Ball& ball : balls_of(shape)) {
                const Eigen::Vector3d p = frames[i].position + frames[i].rotation * ball.center;
                const double depth = ball.radius - distance_to(solid, p);
                if (depth > worst.first)
                    worst = { depth, character.body.segments[i].name };
            }
    return worst;
}

namespace {

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
    bool something_below = false;
    for (const Surface& surface : scene.surfaces) {
        if (goal.with_height && distance_to(surface.shape, goal.target) < 0)
            warnings.push_back(fmt::format(
                "{}: the target of {} lies inside world.{}", where, character.name, surface.name));
        something_below
            = something_below || height_below(surface.shape, goal.target.head<2>()).has_value();
    }
    if (!goal.with_height && !something_below)
        warnings.push_back(
            fmt::format("{}: there is nothing below the target of {}", where, character.name));
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
    const std::vector<Goal>& goals = task_of<cio::Task>(scene).goals;
    if (goals.empty())
        warnings.push_back(root.where + ": no goals: everybody will just stay in balance");
    for (const SceneCharacter& character : scene.characters) {
        const std::string& where = root.find("characters")->find(character.name)->where;
        double nearest = -std::numeric_limits<double>::infinity();
        for (const Surface& surface : scene.surfaces) {
            const auto [depth, segment] = deepest_in(character, surface.shape);
            nearest = std::max(nearest, depth);
            if (depth > kTouching)
                warnings.push_back(fmt::format(
                    "{}: {} starts {:.2g} cm inside world.{} (with its {}); move it with at:",
                    where, character.name, 100 * depth, surface.name, segment));
        }
        if (nearest < -kInTheAir)
            warnings.push_back(fmt::format(
                "{}: {} starts in the air, {:.3g} m from anything; move it with at:", where,
                character.name, -nearest));
    }
    for (const std::string& wish : infeasible_wishes(scene))
        warnings.push_back(root.where + ": " + wish);
    for (const Goal& goal : goals)
        if (const auto* position = std::get_if<PositionGoal>(&goal.kind);
            position && !scene.is_prop(goal.who)) {
            const SceneCharacter& who = scene.characters[std::size_t(goal.who)];
            warn_position(scene, who, *position, goal_place(root, who.name, "position"), warnings);
        }
    constexpr double kHaste = 0.6;  // × what it takes without haste
    for (const Goal& goal : goals)
        if (scene.is_prop(goal.who) && std::holds_alternative<PositionGoal>(goal.kind))
            if (const double easy = comfortable_duration(scene); scene.duration < kHaste * easy)
                warnings.push_back(fmt::format("{}: {} must be fetched and carried there, which "
                                               "takes about {:g} s without haste; try duration: "
                                               "{:g}s",
                    goal_place(root, scene.name_of(goal.who), "position"), scene.name_of(goal.who),
                    easy, easy));
    return warnings;
}

}  // namespace gambol::io
