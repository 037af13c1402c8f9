// SPDX-License-Identifier: MIT
#include "gambol/io/scene/feasibility.hpp"

#include "gambol/geometry/balls.hpp"
#include "gambol/geometry/height_below.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/mounts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace gambol::io {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kLying = 0.015;  // m: what is nearer to a surface rests on it
constexpr double kWithinReach = 0.15;  // m: a patch so near to a surface comes down on it
constexpr double kJump = 1.3;  // of the reach of who stands
constexpr double kHeaviest = 1.5;  // masses of who moves it; on one floor less than 1 slides
constexpr double kLeastGrip = 0.05;  // friction; wet ice has more

/// How far a limb's end reaches from its root, and all limbs' longest.
double limb_length(const Character& body, const Limb& limb)
{
    return body.segments[std::size_t(limb.lower)].offset.norm()
        + body.segments[std::size_t(limb.end)].offset.norm();
}

double longest_limb(const Character& body, bool supporting_only)
{
    double longest = 0;
    for (const Limb& limb : body.limbs)
        if (limb.support || !supporting_only)
            longest = std::max(longest, limb_length(body, limb));
    return longest;
}

/// From the soles to the fingertips of a raised arm, or to the head where there is none.
double standing_reach(const SceneCharacter& who)
{
    const Character& body = who.body;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    const Pose standing = place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    const auto frames = forward_kinematics(body, standing);
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : body.segments[i].shapes) {
            if (std::holds_alternative<Mesh>(shape))
                continue;
            for (const Ball& ball : probe_balls(shape)) {
                const double z = (frames[i].position + frames[i].rotation * ball.center).z();
                lowest = std::min(lowest, z - ball.radius);
                highest = std::max(highest, z + ball.radius);
            }
        }
    for (const Limb& limb : body.limbs)
        if (!limb.support)
            highest = std::max(
                highest, frames[std::size_t(limb.upper)].position.z() + limb_length(body, limb));
    return highest - lowest;
}

double height_under(const Scene& scene, const Vector3d& point)
{
    double height = -std::numeric_limits<double>::infinity();
    for (const Surface& surface : scene.surfaces)
        if (const std::optional<double> here = height_below(surface.shape, point.head<2>()))
            height = std::max(height, *here);
    return std::isfinite(height) ? height : 0;
}

double standing_root(const SceneCharacter& who)
{
    return place(who.body, who.body.poses.at("standing"), Eigen::Vector2d::Zero(), 0)
        .root_position.z();
}

/// Whether a prop or somebody else carries whoever is to be there.
bool is_borne(const Scene& scene, const PositionGoal& goal)
{
    const std::vector<HighGoal> goals = high_goals(scene);
    return std::any_of(goals.begin(), goals.end(),
        [&](const HighGoal& high) { return high.mount && high.target == goal.target; });
}

void look_at_place(const Scene& scene, const SceneCharacter& who, const PositionGoal& goal,
    std::vector<Wish>& wishes)
{
    const double floor = height_under(scene, goal.target);
    const double rise = floor - height_under(scene, who.start.root_position);
    const double reach = standing_reach(who);
    if (rise > reach)
        wishes.push_back({ who.name, "position",
            fmt::format("{} cannot get up to its target: what is below it is {:.2g} m "
                        "higher than the start, and {:.2g} m can be reached",
                who.name, rise, reach) });
    const double root = standing_root(who);
    if (goal.with_height && goal.target.z() - floor > root + longest_limb(who.body, true)
        && !is_borne(scene, goal))
        wishes.push_back({ who.name, "position",
            fmt::format("{} cannot be at a height of {:.2g} m, {:.2g} m above what is "
                        "below it: its torso stands at {:.2g} m",
                who.name, goal.target.z(), goal.target.z() - floor, root) });
}

void look_at_strike(const Scene& scene, const SceneCharacter& who, const StrikeGoal& goal,
    std::vector<Wish>& wishes)
{
    const double above = goal.target.z() - height_under(scene, goal.target);
    if (above > kJump * standing_reach(who))
        wishes.push_back({ who.name, "strike",
            fmt::format("{} cannot strike {:.2g} m above the floor: standing it "
                        "reaches {:.2g} m",
                who.name, above, standing_reach(who)) });
}

/// What a prop is asked for and nobody can do to it.
void look_at_prop(
    const Scene& scene, const SceneProp& prop, const PositionGoal& goal, std::vector<Wish>& wishes)
{
    double mass = 0, reach = 0;
    for (const SceneCharacter& who : scene.characters) {
        for (const Segment& segment : who.body.segments)
            mass += segment.mass;
        reach = std::max(reach, standing_reach(who));
    }
    if (prop.mass > kHeaviest * mass)
        wishes.push_back({ prop.name, "position",
            fmt::format("{} has {:g} kg, and who could move it {:g} kg in all: they can neither "
                        "carry nor push it",
                prop.name, prop.mass, mass) });
    const double below = goal.target.z() - depth_below(prop.shape, prop.rotation)
        - height_under(scene, goal.target);
    if (goal.with_height && below > reach)
        wishes.push_back({ prop.name, "position",
            fmt::format("{} cannot be lifted {:.2g} m above what is below it: {:.2g} "
                        "m can be reached",
                prop.name, below, reach) });
}

/// What carries who is above a place, not above a height, and how steep it is there: the tangent.
struct Footing {
    const Surface* surface = nullptr;
    double slope = 0;
};

Footing footing(const Scene& scene, const Vector2d& place, double from)
{
    constexpr double kAside = 0.05;  // m: half a foot
    Footing found;
    double highest = -std::numeric_limits<double>::infinity();
    for (const Surface& surface : scene.surfaces) {
        const auto height = [&](double x, double y) {
            return height_below(surface.shape, place + Vector2d(x, y), from);
        };
        const std::optional<double> here = height(0, 0);
        if (!here || *here <= highest)
            continue;
        highest = *here;
        found = { &surface, 0 };
        // Nothing is known of the slope where the surface ends.
        const auto low_x = height(-kAside, 0), high_x = height(kAside, 0),
                   low_y = height(0, -kAside), high_y = height(0, kAside);
        if (low_x && high_x && low_y && high_y)
            found.slope = std::hypot(*high_x - *low_x, *high_y - *low_y) / (2 * kAside);
    }
    return found;
}

/// Whether the friction of what is below a place holds somebody who stands there.
void look_at_slope(const Scene& scene, const SceneCharacter& who, const std::string& key,
    const Vector2d& place, double from, std::vector<Wish>& wishes)
{
    const auto [surface, slope] = footing(scene, place, from);
    if (!surface || slope <= 1.01 * surface->friction)
        return;
    wishes.push_back({ who.name, key,
        fmt::format(
            "{} slides on world.{}{}: a slope of {:.0f} degrees needs a friction of {:.2g}, "
            "it has {:.2g}",
            who.name, surface->name, key.empty() ? "" : " at its target",
            std::atan(slope) * 180 / std::numbers::pi, slope, surface->friction) });
}

/// Who goes somewhere must be able to push off.
void look_at_grip(const Scene& scene, const SceneCharacter& who, std::vector<Wish>& wishes)
{
    double most = 0;
    for (const Surface& surface : scene.surfaces)
        most = std::max(most, surface.friction);
    if (most < kLeastGrip)
        wishes.push_back({ who.name, "position",
            fmt::format(
                "{} cannot go anywhere: no surface has more friction than {:g}", who.name, most) });
}

/// Only patches take forces.
void look_at_start(const Scene& scene, const SceneCharacter& who, std::vector<Wish>& wishes)
{
    const auto frames = forward_kinematics(who.body, who.start);
    std::vector<std::string> bare;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Shape& shape : who.body.segments[i].shapes) {
            if (std::holds_alternative<Mesh>(shape))
                continue;
            for (const Ball& ball : probe_balls(shape))
                for (const Surface& surface : scene.surfaces)
                    if (!std::holds_alternative<Mesh>(surface.shape))
                        nearest = std::min(nearest,
                            nearest_surface_point(surface.shape,
                                frames[i].position + frames[i].rotation * ball.center)
                                    .distance
                                - ball.radius);
        }
        if (nearest > kLying)
            continue;
        bare.push_back(who.body.segments[i].name);
    }
    const auto near = [&](const Patch& patch) {
        const SegmentFrame& frame = frames[std::size_t(patch.segment)];
        const Vector3d center = frame.position + frame.rotation * patch.center;
        return std::any_of(scene.surfaces.begin(), scene.surfaces.end(), [&](const Surface& s) {
            return std::holds_alternative<Mesh>(s.shape)
                || nearest_surface_point(s.shape, center).distance < kWithinReach;
        });
    };
    if (!bare.empty() && std::none_of(who.body.patches.begin(), who.body.patches.end(), near))
        wishes.push_back({ who.name, "",
            fmt::format("{} starts on its {}, where nothing can carry it: only patches "
                        "take forces, and there is none on it",
                who.name, joined(bare)) });
}

/// Who shall stand higher than on what the world has there, and on nothing else.
void look_at_heights(const Scene& scene, std::vector<Wish>& wishes)
{
    const std::vector<Goal>& goals = task_of<cio::Task>(scene).goals;
    for (const HighGoal& high : high_goals(scene)) {
        const bool stands = std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
            return goal.who == high.who && std::holds_alternative<StandGoal>(goal.kind);
        });
        const SceneCharacter& who = scene.characters[std::size_t(high.who)];
        // What nobody could do even with a leap is said elsewhere.
        if (high.mount || !stands || high.lack > longest_limb(who.body, true))
            continue;
        wishes.push_back({ who.name, "position",
            fmt::format("{} shall stand {:.2g} m higher than on what the world has at its target, "
                        "and nothing there is about as high; put a box of that height below it, as "
                        "a prop or into world:, or somebody whose back is as high",
                who.name, high.lack) });
    }
}

}  // namespace

std::vector<Wish> infeasible_wishes(const Scene& scene)
{
    std::vector<Wish> wishes;
    look_at_heights(scene, wishes);
    const std::vector<Goal>& goals = task_of<cio::Task>(scene).goals;
    for (const Goal& goal : goals)
        if (const auto* position = std::get_if<PositionGoal>(&goal.kind);
            position && scene.is_prop(goal.who))
            look_at_prop(scene, scene.props[std::size_t(goal.who) - scene.characters.size()],
                *position, wishes);
    for (std::size_t c = 0; c < scene.characters.size(); ++c) {
        const SceneCharacter& who = scene.characters[c];
        bool goes_somewhere = false;
        for (const Goal& goal : goals) {
            if (goal.who != int(c))
                continue;
            if (const auto* position = std::get_if<PositionGoal>(&goal.kind)) {
                goes_somewhere = goes_somewhere
                    || (position->target - who.start.root_position).head<2>().norm()
                        > longest_limb(who.body, true);
                look_at_place(scene, who, *position, wishes);
                look_at_slope(scene, who, "position", position->target.head<2>(),
                    position->with_height ? position->target.z()
                                          : std::numeric_limits<double>::infinity(),
                    wishes);
            }
            if (const auto* strike = std::get_if<StrikeGoal>(&goal.kind))
                look_at_strike(scene, who, *strike, wishes);
            if (std::holds_alternative<HandstandGoal>(goal.kind))
                for (const Goal& other : goals)
                    if (other.who == goal.who && other.when == goal.when
                        && std::holds_alternative<StandGoal>(other.kind))
                        wishes.push_back({ who.name, "handstand",
                            fmt::format("{} cannot stand and do a handstand at the same time; say "
                                        "when:",
                                who.name) });
        }
        if (goes_somewhere)
            look_at_grip(scene, who, wishes);
        look_at_slope(
            scene, who, "", who.start.root_position.head<2>(), who.start.root_position.z(), wishes);
        look_at_start(scene, who, wishes);
    }
    return wishes;
}

}  // namespace gambol::io
