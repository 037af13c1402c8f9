// SPDX-License-Identifier: MIT
#include "gambol/io/scene/garment_reader.hpp"

#include "gambol/io/scene/garment_shape_reader.hpp"
#include "gambol/io/scene/surface_reader.hpp"
#include "gambol/math/random.hpp"
#include "gambol/scene/dress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

constexpr double kLargest = 20, kSmallest = 0.005;  // m across; beyond it a unit is wrong
constexpr std::size_t kMostVertices = 400000;

/// Adds the mesh `count` times, each a step further and, with jitter, a little askew. Squares that
/// lie exactly on one another would be a case that never happens.
Mesh read_copies(const YamlMap& garment, const Mesh& one, std::uint64_t seed)
{
    const YamlMap map = garment.at("copies").map({ "count", "step", "jitter" });
    const auto count = map.at("count").integer(1, 10000);
    const Vector3d step = map.at("step").vector3(Quantity::length);
    const double jitter = map.get("jitter", "0m").number(Quantity::length, { 0, 1 });
    Random random(seed);
    const auto draw = [&] { return random.uniform(-1, 1); };
    Mesh all;
    for (std::int64_t c = 0; c < count; ++c) {
        const Eigen::AngleAxisd turn(jitter > 0 ? 0.3 * draw() : 0, Vector3d::UnitZ());
        const Vector3d off(jitter * draw(), jitter * draw(), 0);
        const int first = int(all.vertices.size());
        for (const Vector3d& vertex : one.vertices)
            all.vertices.push_back(
                turn * vertex + off + double(c) * step + Vector3d(0, 0, 0.1 * jitter * draw()));
        for (const Eigen::Vector3i& t : one.triangles)
            all.triangles.push_back(t + Eigen::Vector3i::Constant(first));
    }
    return all;
}

cloth::ClothMaterial read_material(const YamlValue& value)
{
    std::vector<std::string> names;
    for (const cloth::NamedMaterial& named : cloth::cloth_materials())
        names.push_back(named.name);
    const auto by_name = [&](const YamlValue& name) {
        const std::string chosen = name.one_of(names, "material");
        for (const cloth::NamedMaterial& named : cloth::cloth_materials())
            if (named.name == chosen)
                return named.material;
        return cloth::ClothMaterial {};
    };
    if (!value.is_map())
        return by_name(value);
    const YamlMap map = value.map(
        { "like", "density", "stretch", "shear", "bending", "damping", "strain_limit" });
    cloth::ClothMaterial material = by_name(map.get("like", "cotton"));
    const auto read = [&](const char* key, double& number, const Limits& limits) {
        number = map.get(key, fmt::format("{}", number)).number(Quantity::plain, limits);
    };
    read("density", material.density, { 1e-3, 100 });
    read("stretch", material.stretch, { 1e-2, 1e6 });
    read("shear", material.shear, { 0, material.stretch });
    read("bending", material.bending, { 0, 10 });
    read("damping", material.damping, { 0, 1 });
    read("strain_limit", material.strain_limit, { 0, 10, true });
    return material;
}

/// The name of a body, "ann/torso".
std::string read_body(const YamlValue& value, const Motion& carriers)
{
    const std::string text = value.text();
    const std::vector<std::string> names = cloth::carrier_names(carriers);
    if (std::find(names.begin(), names.end(), text) == names.end())
        value.fail(fmt::format("is no body of a character{} (there are: {})",
            did_you_mean(text, names), names.empty() ? "none" : joined(names)));
    return text;
}

/// Which vertices are held.
void read_pinned(const YamlMap& map, const GarmentShape& shape, cloth::PinPlan& pin)
{
    if (map.has("edge")) {
        const YamlValue edge = map.at("edge");
        if (shape.top.empty())
            edge.fail("is for tubes; other shapes have pins 'at' a point, or 'to' another");
        for (const char* key : { "at", "to", "within" })
            if (map.has(key))
                map.at(key).fail("stands beside 'edge', which says it all");
        pin.edge = edge.one_of({ "top", "bottom" }, "edge") == "top" ? cloth::PinPlan::Edge::top
                                                                     : cloth::PinPlan::Edge::bottom;
        return;
    }
    pin.at = map.at("at").vector3(Quantity::length);
    pin.to = map.has("to") ? map.at("to").vector3(Quantity::length) : pin.at;
    pin.within = map.get("within", "0.01").number(Quantity::length, kPositive);
}

cloth::PinPlan read_pin(const YamlValue& item, const GarmentShape& shape, const Motion& carriers)
{
    const YamlMap map = item.map({ "at", "to", "within", "edge", "moves", "from", "until", "on" });
    cloth::PinPlan pin;
    pin.where = item.place();
    read_pinned(map, shape, pin);
    if (map.has("moves") && map.has("on"))
        map.at("moves").fail("stands beside 'on'; a body that carries pins moves them");
    if (map.has("on"))
        pin.on = read_body(map.at("on"), carriers);
    if (map.has("from"))
        pin.from = map.at("from").number(Quantity::time, kPositive);
    if (map.has("moves"))
        pin.moves = read_moves(map.at("moves"), std::max(0.0, pin.from));
    if (map.has("until"))
        pin.until = map.at("until").number(
            Quantity::time, { std::max(0.0, pin.from), kPositive.upper, true });
    return pin;
}

void check_size(const YamlValue& value, const Mesh& mesh)
{
    Eigen::AlignedBox3d box;
    for (const Vector3d& vertex : mesh.vertices)
        box.extend(vertex);
    const double across = box.diagonal().norm();
    if (across > kLargest || across < kSmallest)
        value.fail(fmt::format("is {:g} m across, which is not cloth; lengths are metres (a file "
                               "in centimetres needs scale: 0.01)",
            across));
    if (mesh.vertices.size() > kMostVertices)
        value.fail(
            fmt::format("has {} vertices, more than {}", mesh.vertices.size(), kMostVertices));
}

}  // namespace

cloth::GarmentPlan read_garment(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, std::uint64_t seed, const Motion& carriers)
{
    std::vector<std::string> keys = garment_shapes();
    for (const char* key :
        { "scale", "on", "at", "rotation", "copies", "material", "friction", "velocity", "pins" })
        keys.emplace_back(key);
    const YamlMap map = value.map(keys);
    const bool from_file = map.has("file");
    if (!from_file && map.has("scale"))
        map.at("scale").fail("is for files; all other shapes have their size");
    GarmentShape shape = read_garment_shape(map, folder);
    cloth::GarmentPlan plan;
    plan.where = value.place();
    cloth::Garment& garment = plan.garment;
    garment.name = name;
    garment.rest = shape.rest;
    garment.start = shape.start;
    if (map.has("copies")) {
        if (!garment.start.empty())
            map.at("copies").fail("cannot be of a strip that starts bent");
        garment.rest = read_copies(map, garment.rest, seed);
    }
    check_size(value, garment.rest);
    garment.warp = map.has("tube") ? Vector3d::UnitZ() : Vector3d::UnitX();
    const Vector3d at = map.get("at", "[0, 0, 0]").vector3(Quantity::length);
    const Eigen::Quaterniond rotation = map.get("rotation", "0deg").rotation();
    if (from_file) {  // whose own have been applied
        garment.warp = rotation * garment.warp;
    } else {
        plan.at = at;
        plan.rotation = rotation;
    }
    if (map.has("on"))
        plan.on = read_body(map.at("on"), carriers);
    garment.material = read_material(map.get("material", "cotton"));
    garment.material.friction = map.get("friction", fmt::format("{}", garment.material.friction))
                                    .number(Quantity::plain, kFriction);
    garment.velocity = map.get("velocity", "[0, 0, 0]").vector3(Quantity::plain, { -100, 100 });
    for (const YamlValue& item : map.get("pins", "[]").list())
        plan.pins.push_back(read_pin(item, shape, carriers));
    plan.bottom = std::move(shape.bottom);
    plan.top = std::move(shape.top);
    plan.lines = std::move(shape.lines);
    return plan;
}

}  // namespace gambol::io
