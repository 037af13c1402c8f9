// SPDX-License-Identifier: MIT
#include "gambol/io/scene/goal_reader.hpp"

#include "gambol/geometry/height_below.hpp"
#include "gambol/io/scene/hinge_reader.hpp"
#include "gambol/io/scene/scene_warnings.hpp"
#include "gambol/math/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::io {

namespace {

constexpr Limits kSpeed { 0, 30 };  // m/s; nobody strikes faster

constexpr double kInside = 0.01;  // m: what rests may touch

/// Where a prop shall be: without a height on what is there.
PositionGoal prop_position(
    const YamlValue& value, const WrittenPoint& written, const Scene& scene, const SceneProp& prop)
{
    PositionGoal goal { written.point, true };
    if (!written.has_z) {
        std::vector<Shape> shapes;
        for (const Surface& surface : scene.surfaces)
            shapes.push_back(surface.shape);
        const auto floor = height_below(shapes, written.point.head<2>());
        if (!floor)
            value.fail(fmt::format("is above nothing that could carry {}", prop.name));
        goal.target.z() = *floor + depth_below(prop.shape, prop.rotation);
    }
    for (const Surface& surface : scene.surfaces)
        if (const double depth
            = depth_in(placed(prop.shape, goal.target, prop.rotation), surface.shape);
            depth > kInside)
            value.fail(fmt::format("puts {} {:.2g} cm into world.{}; write [x, y] to let it rest "
                                   "on what is there",
                prop.name, 100 * depth, surface.name));
    return goal;
}

void read_position(const YamlValue& value, const Scene& scene, int who, std::vector<Goal>& goals)
{
    const WrittenPoint written = value.point(Quantity::length);
    if (scene.is_prop(who)) {
        if (scene.prop_of(who).hinge)
            value.fail(
                fmt::format("is for what can be carried; {} hangs on a hinge: ask for an angle",
                    scene.name_of(who)));
        goals.push_back({ who, prop_position(value, written, scene, scene.prop_of(who)), {} });
        return;
    }
    goals.push_back({ who, PositionGoal { written.point, written.has_z }, {} });
}

Eigen::Vector3d read_facing_direction(const YamlValue& value)
{
    if (value.is_list() || value.text().find_first_of("xyz") != std::string::npos)
        return value.direction();
    const double angle = value.number(Quantity::angle);
    return { std::cos(angle), std::sin(angle), 0 };
}

void read_facing(const YamlValue& value, const Scene& scene, int who, std::vector<Goal>& goals)
{
    const Eigen::Vector3d direction = read_facing_direction(value);
    if (scene.is_prop(who) && scene.prop_of(who).hinge)
        goals.push_back(
            { who, AngleGoal { read_hinge_facing(value, scene.prop_of(who), direction) }, {} });
    else
        goals.push_back({ who, FacingGoal { direction }, {} });
}

void read_angle(const YamlValue& value, const Scene& scene, int who, std::vector<Goal>& goals)
{
    if (!scene.is_prop(who) || !scene.prop_of(who).hinge)
        value.fail(fmt::format("is for props on a hinge; {} has none", scene.name_of(who)));
    goals.push_back({ who, AngleGoal { read_hinge_angle(value, scene.prop_of(who)) }, {} });
}

void read_stand(const YamlValue& value, const Scene&, int who, std::vector<Goal>& goals)
{
    if (value.boolean())
        goals.push_back({ who, StandGoal {}, {} });
}

void read_handstand(const YamlValue& value, const Scene& scene, int who, std::vector<Goal>& goals)
{
    if (!value.boolean())
        return;
    const std::vector<Limb>& limbs = scene.characters[size_t(who)].body.limbs;
    if (std::all_of(limbs.begin(), limbs.end(), [](const Limb& limb) { return limb.support; }))
        value.fail("needs limbs that do not support when standing; this body has none");
    goals.push_back({ who, HandstandGoal {}, {} });
}

int read_limb(const YamlValue& value, const Character& body)
{
    std::vector<std::string> names;
    for (const Limb& limb : body.limbs)
        names.push_back(limb.name);
    const std::string name = value.one_of(names, "limb");
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

void read_strike(const YamlValue& value, const Scene& scene, int who, std::vector<Goal>& goals)
{
    const Character& body = scene.characters[size_t(who)].body;
    const YamlMap map = value.map({ "with", "at", "velocity" });
    StrikeGoal strike;
    strike.limb = read_limb(map.at("with"), body);
    strike.target = map.at("at").vector3(Quantity::length);
    strike.velocity = map.get("velocity", "[0, 0, 0]").vector3(Quantity::plain);
    goals.push_back({ who, strike, {} });
}

/// Targets drawn from the scene's seed around where the character starts; it faces each one.
void read_strikes(const YamlValue& value, const Scene& scene, int who, std::vector<Goal>& goals)
{
    constexpr double kSettle = 0.75;  // s before the end without a target, to come to rest
    constexpr double kHeightSpread = 0.1;  // m, either way
    const SceneCharacter& character = scene.characters[size_t(who)];
    const YamlMap map = value.map({ "with", "every", "within", "speed", "distance", "height" });
    std::vector<int> limbs;
    if (map.at("with").is_list())
        for (const YamlValue& name : map.at("with").list())
            limbs.push_back(read_limb(name, character.body));
    else
        limbs.push_back(read_limb(map.at("with"), character.body));
    if (limbs.empty())
        map.at("with").fail("names no limb");
    const double every = map.at("every").number(Quantity::time, { 0.2, scene.duration });
    const double within = map.get("within", "50deg").number(Quantity::angle, { 0, 3.2 });
    const double speed = map.get("speed", "4").number(Quantity::plain, kSpeed);

    const Limb& first = character.body.limbs[size_t(limbs.front())];
    const auto length_of
        = [&](int segment) { return character.body.segments[size_t(segment)].offset.norm(); };
    const double length = length_of(first.lower) + length_of(first.end);
    const auto frames = forward_kinematics(character.body, character.start);
    const Eigen::Vector3d root = frames[0].position;
    const double distance = map.get("distance", fmt::format("{:.3f}", 0.95 * length))
                                .number(Quantity::length, kPositive);
    const double height
        = map.get("height", fmt::format("{:.3f}", frames[size_t(first.upper)].position.z()))
              .number(Quantity::length, kPositive);

    Random random(scene.seed);
    const auto spread = [&](double half) { return half * random.uniform(-1, 1); };
    const Eigen::Vector3d ahead = character.start.root_rotation * Eigen::Vector3d::UnitX();
    int turn = 0;
    for (double when = every; when <= scene.duration - kSettle + 1e-9; when += every) {
        const double angle = std::atan2(ahead.y(), ahead.x()) + spread(within);
        const Eigen::Vector3d direction(std::cos(angle), std::sin(angle), 0);
        StrikeGoal strike;
        strike.limb = limbs[size_t(turn++) % limbs.size()];
        strike.target = Eigen::Vector3d(root.x(), root.y(), height + spread(kHeightSpread))
            + distance * direction;
        strike.velocity = speed * direction;
        goals.push_back({ who, strike, when });
        goals.push_back({ who, FacingGoal { direction }, when });
    }
    if (turn == 0)
        value.fail(
            fmt::format("has no time for a target: every {:g} s, but the clip ends at {:g} s "
                        "and its last {:g} s are for coming to rest",
                every, scene.duration, kSettle));
}

}  // namespace

const std::vector<GoalReader>& goal_readers()
{
    static const std::vector<GoalReader> readers {
        { "position", "be above this point: [x, y], or [x, y, z] for the height too",
            read_position },
        { "facing",
            "look this way: an angle about the vertical, or a direction [x, y] or [x, y, z]",
            read_facing },
        { "angle", "of a prop on a hinge: have turned that far since the start", read_angle },
        { "stand", "stand upright on the support limbs: true", read_stand },
        { "handstand", "stand upside down on the other limbs: true", read_handstand },
        { "strike", "bring a limb to a point with a velocity: {with: right_arm, at, velocity}",
            read_strike },
        { "strikes",
            "strike targets drawn from the seed, facing each: {with: [left_arm, right_arm], every: "
            "1s, within, speed, distance, height}",
            read_strikes },
    };
    return readers;
}

std::vector<Goal> read_goals(const YamlValue& value, const Scene& scene)
{
    std::vector<std::string> keys { "who", "when" }, kinds, names;
    for (const GoalReader& reader : goal_readers())
        kinds.push_back(reader.name);
    keys.insert(keys.end(), kinds.begin(), kinds.end());
    for (const SceneCharacter& character : scene.characters)
        names.push_back(character.name);
    for (const SceneProp& prop : scene.props)
        names.push_back(prop.name);

    std::vector<Goal> goals;
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map(keys);
        if (!map.has("who"))
            item.fail(fmt::format("names nobody; add who: {}", names.front()));
        const std::string who
            = map.at("who").one_of(names, scene.props.empty() ? "character" : "character or prop");
        const int index
            = static_cast<int>(std::find(names.begin(), names.end(), who) - names.begin());
        std::optional<double> when;
        if (map.has("when") && map.at("when").text() != "end")
            when = map.at("when").number(Quantity::time, { 0, scene.duration });
        bool any = false;
        for (const GoalReader& reader : goal_readers()) {
            if (!map.has(reader.name))
                continue;
            any = true;
            if (scene.is_prop(index) && reader.name != "position" && reader.name != "facing"
                && reader.name != "angle")
                map.at(reader.name)
                    .fail(fmt::format("is for characters; {} is a prop, which can have a position "
                                      "and a facing, or on a hinge an angle",
                        who));
            std::vector<Goal> asked;
            reader.read(map.at(reader.name), scene, index, asked);
            for (Goal& goal : asked) {
                if (!goal.when)
                    goal.when = when;
                // One limb may strike while another does; nobody can be in two places at once.
                for (const Goal& other : goals)
                    if (other.who == index && other.kind.index() == goal.kind.index()
                        && other.when == goal.when
                        && !std::holds_alternative<StrikeGoal>(goal.kind))
                        map.at(reader.name)
                            .fail(fmt::format(
                                "is the second '{}' for {} at that time", reader.name, who));
                goals.push_back(goal);
            }
        }
        if (!any)
            item.fail(fmt::format("asks for nothing (goals are: {})", joined(kinds)));
    }
    return goals;
}

}  // namespace gambol::io
