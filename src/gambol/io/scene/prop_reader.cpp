// SPDX-License-Identifier: MIT
#include "gambol/io/scene/prop_reader.hpp"

#include "gambol/geometry/height_below.hpp"
#include "gambol/io/scene/hinge_reader.hpp"
#include "gambol/io/scene/scene_warnings.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

constexpr double kInside = 0.01;  // m: what rests may touch
constexpr double kHovering = 0.01;  // m
constexpr Limits kMass { 0, 1e5, true };
constexpr Limits kFrictions { 0, 10 };
const std::vector<std::string> kShapes { "box", "capsule", "sphere" };

/// About the origin of the prop's frame.
Shape read_prop_shape(const YamlMap& map)
{
    std::string kind;
    for (const std::string& each : kShapes)
        if (map.has(each)) {
            if (!kind.empty())
                map.value().fail(fmt::format("has two shapes, {} and {}", kind, each));
            kind = each;
        }
    if (kind.empty())
        map.value().fail(fmt::format("has no shape (one of: {})", joined(kShapes)));
    const YamlValue value = map.at(kind);
    if (kind == "box")
        return Box { Vector3d::Zero(), Eigen::Quaterniond::Identity(),
            value.map({ "size" }).at("size").vector3(Quantity::length, kPositive) / 2 };
    if (kind == "sphere")
        return Sphere { Vector3d::Zero(),
            value.map({ "radius" }).at("radius").number(Quantity::length, kPositive) };
    const YamlMap capsule = value.map({ "length", "radius" });
    const double half = capsule.at("length").number(Quantity::length, kPositive) / 2;
    const double radius = capsule.at("radius").number(Quantity::length, kPositive);
    if (half <= radius)
        capsule.at("length").fail("must be more than twice the radius; a ball is a sphere");
    return Capsule { { radius - half, 0, 0 }, { half - radius, 0, 0 }, radius };
}

std::vector<Shape> shapes_of(const Scene& scene)
{
    std::vector<Shape> shapes;
    for (const Surface& surface : scene.surfaces)
        shapes.push_back(surface.shape);
    return shapes;
}

SceneProp read_prop(const std::string& name, const YamlValue& value, const Scene& scene)
{
    std::vector<std::string> keys { "mass", "inertia", "friction", "at", "rotation", "hinge" };
    keys.insert(keys.end(), kShapes.begin(), kShapes.end());
    const YamlMap map = value.map(keys);
    SceneProp prop;
    prop.name = name;
    prop.shape = read_prop_shape(map);
    prop.mass = map.at("mass").number(Quantity::mass, kMass);
    prop.inertia = map.has("inertia") ? map.at("inertia").vector3(Quantity::plain, kPositive)
                                      : solid_inertia(prop.shape, prop.mass);
    prop.friction
        = map.get("friction", fmt::format("{}", prop.friction)).number(Quantity::plain, kFrictions);
    prop.rotation = map.get("rotation", "0deg").rotation();
    const YamlValue at = map.at("at");
    const WrittenPoint written = at.point(Quantity::length);
    prop.position = written.point;
    if (!written.has_z) {
        const std::optional<double> floor = height_below(shapes_of(scene), written.point.head<2>());
        if (!floor)
            at.fail("is above nothing that could carry it; move it over a surface");
        prop.position.z() = *floor + depth_below(prop.shape, prop.rotation);
    }
    if (map.has("hinge"))
        read_hinge(map.at("hinge"), prop);
    return prop;
}

void refuse_overlaps(const SceneProp& prop, const YamlValue& value, const Scene& scene)
{
    const YamlValue at = value.any_map().at("at");
    const Shape shape = placed(prop.shape, prop.position, prop.rotation);
    for (const Surface& surface : scene.surfaces)
        if (const double depth = depth_in(shape, surface.shape); depth > kInside)
            at.fail(fmt::format(
                "puts {} {:.2g} cm into world.{}; move it", prop.name, 100 * depth, surface.name));
    for (const SceneCharacter& character : scene.characters)
        if (const auto [depth, segment] = deepest_in(character, shape); depth > kInside)
            at.fail(fmt::format("puts {} {:.2g} cm into the {} of {}; move one of them", prop.name,
                100 * depth, segment, character.name));
    for (const SceneProp& other : scene.props)
        if (const double depth
            = depth_in(shape, placed(other.shape, other.position, other.rotation));
            depth > kInside)
            at.fail(fmt::format(
                "puts {} {:.2g} cm into {}; move one of them", prop.name, 100 * depth, other.name));
}

void refuse_hovering(const SceneProp& prop, const YamlValue& value, const Scene& scene)
{
    const YamlValue at = value.any_map().at("at");
    const std::optional<double> floor
        = height_below(shapes_of(scene), prop.position.head<2>(), prop.position.z());
    if (!floor)
        at.fail("is above nothing that could carry it; move it over a surface");
    const double gap = prop.position.z() - depth_below(prop.shape, prop.rotation) - *floor;
    if (gap > kHovering)
        at.fail(fmt::format("hangs {:.2g} cm above what is below it; write [x, y] to let it rest "
                            "there",
            100 * gap));
}

}  // namespace

void read_props(const YamlValue& props, const YamlMap& file, Scene& scene)
{
    for (const auto& [name, value] : props.named_map().entries()) {
        for (const char* others : { "world", "characters" })
            if (file.at(others).named_map().has(name))
                value.fail(fmt::format("has the name of {}.{}", others, name));
        const SceneProp prop = read_prop(name, value, scene);
        refuse_overlaps(prop, value, scene);
        if (prop.hinge)
            refuse_blocked(prop, value.any_map().at("hinge"), scene);
        else
            refuse_hovering(prop, value, scene);
        scene.props.push_back(prop);
    }
}

}  // namespace gambol::io
