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
const YamlNode* goal_entry(const YamlNode& root, const std::string& who, const std::string& key)
{
    for (const YamlNode& entry : root.find("goals")->items)
        if (entry.find("who")->scalar == who && entry.find(key))
            return entry.find(key);
    return nullptr;
}

std::string goal_place(const YamlNode& root, const std::string& who, const std::string& key)
{
    const YamlNode* const entry = goal_entry(root, who, key);
    return entry ? entry->where : root.where;
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
}

/// Where somebody shall be, and how near to it that has to be.
struct Waypoint {
    double when = 0;  // s
    Eigen::Vector2d place = Eigen::Vector2d::Zero();
    double slack = 0;  // m
    std::string where;  // in the file
};

/// What takes more than a walk from the start or from one goal to the next.
void warn_haste(const Scene& scene, const SceneCharacter& character,
    std::vector<Waypoint> waypoints, std::vector<std::string>& warnings)
{
    const double leg = leg_length(character.body);
    const double fastest = leg > 0 ? kFastestWalk * std::sqrt(leg / kLegLength) : kFastestWalk;
    std::stable_sort(waypoints.begin(), waypoints.end(),
        [](const Waypoint& a, const Waypoint& b) { return a.when < b.when; });
    Waypoint from { 0, character.start.root_position.head<2>(), 0, "" };
    for (const Waypoint& to : waypoints) {
        const double distance
            = std::max(0.0, (to.place - from.place).norm() - from.slack - to.slack);
        const double time = to.when - from.when;
        if (distance > fastest * time)
            warnings.push_back(fmt::format(
                "{}: {} is {:.3g} m from its target{}: {}, more than a walk; try {}", to.where,
                character.name, distance, from.where.empty() ? "" : " at the goal before",
                time > 0 ? fmt::format("about {:.2g} m/s needed", distance / time)
                         : "no time to get there",
                from.where.empty() && to.when >= scene.duration
                    ? fmt::format("duration: {:.0f}s",
                        std::ceil(distance / (kEasyWalk * fastest / kFastestWalk)))
                    : fmt::format("{:.0f} s for it",
                        std::ceil(distance / (kEasyWalk * fastest / kFastestWalk)))));
        from = to;
    }
}

/// Goals of somebody that say where to be: targets, and what is to be struck.
void warn_ways(
    const Scene& scene, int who, const YamlNode& root, std::vector<std::string>& warnings)
{
    const SceneCharacter& character = scene.characters[std::size_t(who)];
    std::vector<Waypoint> waypoints;
    for (const Goal& goal : task_of<cio::Task>(scene).goals) {
        if (goal.who != who)
            continue;
        const double when = goal.when.value_or(scene.duration);
        if (const auto* position = std::get_if<PositionGoal>(&goal.kind)) {
            const std::string where = goal_place(root, character.name, "position");
            warn_position(scene, character, *position, where, warnings);
            waypoints.push_back({ when, position->target.head<2>(), 0, where });
        }
        const auto* const strike = std::get_if<StrikeGoal>(&goal.kind);
        if (!strike || !goal_entry(root, character.name, "strike"))
            continue;  // drawn targets lie around the start, in sight
        const std::string where = goal_place(root, character.name, "strike");
        for (const Surface& surface : scene.surfaces)
            if (distance_to(surface.shape, strike->target) < 0)
                warnings.push_back(fmt::format("{}: what {} is to strike lies inside world.{}",
                    where, character.name, surface.name));
        waypoints.push_back({ when, strike->target.head<2>(), leg_length(character.body), where });
    }
    warn_haste(scene, character, std::move(waypoints), warnings);
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
    for (const Wish& wish : infeasible_wishes(scene)) {
        const std::string where = wish.key.empty() ? root.find("characters")->find(wish.who)->where
                                                   : goal_place(root, wish.who, wish.key);
        warnings.push_back(where + ": " + wish.what);
    }
    for (int who = 0; who < int(scene.characters.size()); ++who)
        warn_ways(scene, who, root, warnings);
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
