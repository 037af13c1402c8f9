// SPDX-License-Identifier: MIT
#include "gambol/io/scene/phase_reader.hpp"

#include "gambol/geometry/height_below.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/io/character/pose_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

// Shorter than a few frames nothing can happen; longer ones are for other methods.
constexpr Limits kPhase { 0.05, 20 };
constexpr Limits kTurns { -5, 5 };
constexpr Limits kMiss { 0, 3.2 };
constexpr double kJointSpeed = 100;  // rad/s
constexpr double kOnSurface = 0.01;  // m; a place that is farther off is a slip of the pen
constexpr double kLevel = 0.5;  // cosine: what is steeper than 60° is no floor

template <class Named> std::vector<std::string> names_of(const std::vector<Named>& list)
{
    std::vector<std::string> names;
    for (const Named& item : list)
        names.push_back(item.name);
    return names;
}

template <class Named>
int index_of(const YamlValue& value, const std::vector<Named>& list, const char* kind)
{
    const std::vector<std::string> names = names_of(list);
    const std::string name = value.one_of(names, kind);
    return int(std::find(names.begin(), names.end(), name) - names.begin());
}

/// The point of the bar's axis that is meant; its middle when nothing is written.
Vector3d read_grip(const YamlMap& map, const Capsule& bar)
{
    const Vector3d middle = (bar.from + bar.to) / 2, along = bar.to - bar.from;
    if (!map.has("at"))
        return middle;
    const WrittenPoint written = map.at("at").point(Quantity::length);
    Vector3d wanted = written.point;
    if (!written.has_z)
        wanted.z() = middle.z();
    const double share = std::clamp((wanted - bar.from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    const Vector3d nearest = bar.from + share * along;
    if ((nearest - wanted).norm() > bar.radius + kOnSurface)
        map.at("at").fail(fmt::format("is {:.3g} m from the axis of the bar; the nearest point is "
                                      "[{:.3g}, {:.3g}, {:.3g}]",
            (nearest - wanted).norm(), nearest.x(), nearest.y(), nearest.z()));
    return nearest;
}

Vector3d read_footing(const YamlMap& map, const Surface& surface)
{
    const WrittenPoint written = map.at("at").point(Quantity::length);
    Vector3d place = written.point;
    const std::optional<double> height = height_below(surface.shape, place.head<2>());
    if (!written.has_z) {
        if (!height)
            map.at("at").fail(fmt::format("lies beside world.{}", surface.name));
        place.z() = *height;
    }
    const SurfacePoint nearest = nearest_surface_point(surface.shape, place);
    if (std::abs(nearest.distance) > kOnSurface)
        map.at("at").fail(
            fmt::format("is {:.3g} m from world.{}", std::abs(nearest.distance), surface.name));
    if (nearest.normal.z() < kLevel)
        map.at("at").fail(fmt::format("is where world.{} is too steep to stand on", surface.name));
    return place;
}

PhaseContact read_contact(const YamlValue& value, const Scene& scene)
{
    const Character& body = scene.characters.front().body;
    const YamlMap map = value.map({ "by", "on", "at", "facing" });
    PhaseContact contact;
    contact.patch = index_of(map.at("by"), body.patches, "patch");
    contact.surface = index_of(map.get("on", "ground"), scene.surfaces, "surface");
    const Surface& surface = scene.surfaces[size_t(contact.surface)];
    const auto* const bar = std::get_if<Capsule>(&surface.shape);
    if (std::holds_alternative<Mesh>(surface.shape))
        map.at("on").fail("names a mesh, which nothing can stand on yet");
    if (body.patches[size_t(contact.patch)].grip) {
        if (!bar)
            map.get("on", "ground")
                .fail(fmt::format("names '{}', but '{}' grips: it needs a bar, that is a capsule",
                    surface.name, body.patches[size_t(contact.patch)].name));
        contact.at = read_grip(map, *bar);
    } else
        contact.at = read_footing(map, surface);
    contact.facing = map.get("facing", "0deg").number(Quantity::angle);
    return contact;
}

/// Feet of one phase stand in one plane and hands do not hold while feet stand.
void check_together(
    const YamlValue& value, const std::vector<PhaseContact>& contacts, const Scene& scene)
{
    const auto& patches = scene.characters.front().body.patches;
    const auto grips = [&](const PhaseContact& c) { return patches[size_t(c.patch)].grip; };
    const auto normal = [&](const PhaseContact& c) {
        return nearest_surface_point(scene.surfaces[size_t(c.surface)].shape, c.at).normal;
    };
    const PhaseContact& first = contacts.front();
    for (size_t i = 1; i < contacts.size(); ++i) {
        const PhaseContact& contact = contacts[i];
        for (size_t j = 0; j < i; ++j)
            if (contacts[j].patch == contact.patch)
                value.fail(fmt::format(
                    "names '{}' twice in one phase", patches[size_t(contact.patch)].name));
        if (grips(contact) != grips(first))
            value.fail(
                "mixes hands that grip with feet that stand; one phase has one or the other");
        if (grips(first) && contact.surface != first.surface)
            value.fail("names two bars; the hands of one phase hold the same");
        if (!grips(first)
            && (std::abs(normal(first).dot(contact.at - first.at)) > kOnSurface
                || normal(first).dot(normal(contact)) < 1 - 1e-6))
            value.fail("asks for contacts at different heights or slopes in one phase; make them "
                       "phases that follow each other");
    }
}

/// Names in keys and poses speak of joints.
std::vector<KeyJoint> read_velocities(const YamlValue& value, const Character& body)
{
    std::vector<KeyJoint> result;
    for (const auto& [name, speed] : value.named_map().entries())
        for (const int angle : angles_named(name, speed, body))
            result.push_back(
                { angle, speed.number(Quantity::plain, { -kJointSpeed, kJointSpeed }) });
    return result;
}

void read_key_pose(const YamlValue& value, const Character& body, Key& key)
{
    const NamedPose pose = read_pose(value, body);
    key.rotation = pose.root_rotation;
    int index = 0;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs) {
            const auto angle = pose.angles.find(dof.name);
            key.angles.push_back({ index++, angle == pose.angles.end() ? 0 : angle->second });
        }
}

double read_turns(const YamlMap& map, const char* name, const Key& key)
{
    const double turns = map.get(name, "0").number(Quantity::plain, kTurns);
    if (turns != 0 && !key.rotation)
        map.at(name).fail("needs a 'pose' that says how the body is turned then");
    return turns;
}

/// Three root angles can follow a body that turns over about one axis, not about two.
void check_turns(const YamlMap& map, const Key& key, const std::vector<Key>& before)
{
    bool forward = key.somersaults != 0, sideways = key.cartwheels != 0;
    for (const Key& other : before) {
        forward = forward || other.somersaults != 0;
        sideways = sideways || other.cartwheels != 0;
    }
    if (forward && sideways)
        map.at(key.cartwheels != 0 ? "cartwheels" : "somersaults")
            .fail("mixes somersaults and cartwheels; the keys of a scene have one or the other");
}

}  // namespace

std::vector<ScenePhase> read_phases(const YamlValue& value, const Scene& scene)
{
    std::vector<ScenePhase> phases;
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map({ "for", "contacts" });
        ScenePhase phase;
        phase.duration = map.at("for").number(Quantity::time, kPhase);
        const YamlValue contacts = map.get("contacts", "[]");
        for (const YamlValue& contact : contacts.list())
            phase.contacts.push_back(read_contact(contact, scene));
        if (!phase.contacts.empty())
            check_together(contacts, phase.contacts, scene);
        else if (!phases.empty() && phases.back().contacts.empty())
            item.fail("is a flight after a flight; make them one");
        phases.push_back(std::move(phase));
    }
    if (phases.empty())
        value.fail("is empty; add e.g. - {for: 0.5s, contacts: [{by: left_foot, at: [0, 0]}]}");
    if (phases.front().contacts.empty() || phases.back().contacts.empty())
        value.fail("must begin and end with a phase that has contacts");
    return phases;
}

std::vector<Key> read_keys(const YamlValue& value, const Scene& scene)
{
    const Character& body = scene.characters.front().body;
    std::vector<Key> keys;
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map({ "when", "pose", "angles", "velocities", "somersaults",
            "cartwheels", "within", "rest" });
        Key key;
        const YamlValue when = map.at("when");
        if (when.node().scalar == "end")
            key.when = scene.duration;
        else if (when.node().scalar != "start")
            key.when = when.number(Quantity::time, { 0, scene.duration });
        if (map.has("pose"))
            read_key_pose(map.at("pose"), body, key);
        if (map.has("angles")) {
            if (map.has("pose"))
                map.at("angles").fail(
                    "stands beside 'pose'; write pose: {from: …, angles: …} instead");
            NamedPose pose;
            read_angles(map.at("angles"), body, pose);
            for (const auto& [name, angle] : pose.angles)
                key.angles.push_back({ angles_named(name, map.at("angles"), body).front(), angle });
        }
        if (map.has("velocities"))
            key.velocities = read_velocities(map.at("velocities"), body);
        key.somersaults = read_turns(map, "somersaults", key);
        key.cartwheels = read_turns(map, "cartwheels", key);
        if (key.cartwheels != 0 && body.planar)
            map.at("cartwheels").fail("leave the plane in which this body moves");
        check_turns(map, key, keys);
        key.within = map.get("within", "0deg").number(Quantity::angle, kMiss);
        key.rest = map.get("rest", "false").boolean();
        if (key.rest && !key.velocities.empty())
            map.at("velocities").fail("stands beside 'rest: true'");
        if (key.angles.empty() && key.velocities.empty() && !key.rest)
            item.fail("asks for nothing (there are: pose, angles, velocities, rest)");
        keys.push_back(std::move(key));
    }
    return keys;
}

}  // namespace gambol::io
