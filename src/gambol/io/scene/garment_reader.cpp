// SPDX-License-Identifier: MIT
#include "gambol/io/scene/garment_reader.hpp"

#include "gambol/io/scene/garment_shape_reader.hpp"
#include "gambol/io/scene/surface_reader.hpp"
#include "gambol/math/random.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <fmt/format.h>

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

/// How the body moves that is written as "ann/torso".
RigidPath carrier_of(const YamlValue& value, const Motion& carriers)
{
    const std::string text = value.text();
    std::vector<std::string> names;
    for (std::size_t c = 0; c < carriers.characters.size(); ++c)
        for (std::size_t b = 0; b < carriers.characters[c].bodies.size(); ++b) {
            names.push_back(
                carriers.characters[c].name + "/" + carriers.characters[c].bodies[b].name);
            if (names.back() == text)
                return carrier_path(carriers, int(c), int(b));
        }
    value.fail(fmt::format("is no body of a character{} (there are: {})", did_you_mean(text, names),
        names.empty() ? "none" : joined(names)));
}

/// Vertices of the garment near a point or a line, in world coordinates.
std::vector<int> vertices_near(
    const cloth::Garment& garment, const Vector3d& at, const Vector3d& to, double within)
{
    std::vector<int> found;
    for (std::size_t i = 0; i < garment.first_vertices().size(); ++i) {
        const Vector3d p = garment.first_vertices()[i] - at, line = to - at;
        const double share
            = line.norm() > 0 ? std::clamp(p.dot(line) / line.squaredNorm(), 0.0, 1.0) : 0;
        if ((p - share * line).norm() <= within)
            found.push_back(int(i));
    }
    return found;
}

/// Which vertices an entry of `pins` holds, and where their middle is. Points are written in the
/// frame of the body that wears the garment, which is at `place` when it starts.
Vector3d choose_pinned(const YamlValue& item, const YamlMap& map, const Eigen::Isometry3d& place,
    const GarmentShape& shape, const cloth::Garment& garment, std::vector<int>& chosen)
{
    if (map.has("edge")) {
        const YamlValue edge = map.at("edge");
        if (shape.top.empty())
            edge.fail("is for tubes; other shapes have pins 'at' a point, or 'to' another");
        for (const char* key : { "at", "to", "within" })
            if (map.has(key))
                map.at(key).fail("stands beside 'edge', which says it all");
        chosen = edge.one_of({ "top", "bottom" }, "edge") == "top" ? shape.top : shape.bottom;
        Vector3d sum = Vector3d::Zero();
        for (const int i : chosen)
            sum += garment.first_vertices()[std::size_t(i)];
        return sum / double(chosen.size());
    }
    const auto point = [&](const char* key) -> Vector3d {
        return place * map.at(key).vector3(Quantity::length);
    };
    const Vector3d at = point("at"), to = map.has("to") ? point("to") : at;
    const double within = map.get("within", "0.01").number(Quantity::length, kPositive);
    chosen = vertices_near(garment, at, to, within);
    if (chosen.empty())
        item.fail(fmt::format(
            "holds nothing: no vertex of '{}' is within {:g} m of it", garment.name, within));
    return (at + to) / 2;
}

void read_pins(
    const YamlValue& value, const RigidPath& worn, const GarmentShape& shape, Scene& scene)
{
    for (const YamlValue& item : value.list()) {
        const YamlMap map
            = item.map({ "at", "to", "within", "edge", "moves", "from", "until", "on" });
        cloth::Pins pins;
        pins.garment = int(scene.cloth.garments.size()) - 1;
        const Vector3d middle = choose_pinned(
            item, map, worn.at(0), shape, scene.cloth.garments.back(), pins.vertices);
        if (map.has("moves") && map.has("on"))
            map.at("moves").fail("stands beside 'on'; a body that carries pins moves them");
        pins.path = map.has("moves") ? read_moves(map.at("moves"), middle)
            : map.has("on")          ? carrier_of(map.at("on"), scene.cloth.carriers)
                                     : worn;
        if (map.has("from"))
            pins.from = map.at("from").number(Quantity::time, kPositive);
        if (map.has("until"))
            pins.until = map.at("until").number(
                Quantity::time, { std::max(0.0, pins.from), kPositive.upper, true });
        scene.cloth.pins.push_back(std::move(pins));
    }
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

void read_garment(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, Scene& scene)
{
    std::vector<std::string> keys = garment_shapes();
    for (const char* key :
        { "scale", "on", "at", "rotation", "copies", "material", "friction", "velocity", "pins" })
        keys.emplace_back(key);
    const YamlMap map = value.map(keys);
    cloth::Garment garment;
    garment.name = name;
    const bool from_file = map.has("file");
    if (!from_file && map.has("scale"))
        map.at("scale").fail("is for files; all other shapes have their size");
    const GarmentShape shape = read_garment_shape(map, folder);
    garment.rest = shape.rest;
    garment.start = shape.start;
    if (map.has("copies")) {
        if (!garment.start.empty())
            map.at("copies").fail("cannot be of a strip that starts bent");
        garment.rest = read_copies(map, garment.rest, scene.seed);
    }
    const Vector3d at = map.get("at", "[0, 0, 0]").vector3(Quantity::length);
    const Eigen::Quaterniond rotation = map.get("rotation", "0deg").rotation();
    const RigidPath worn
        = map.has("on") ? carrier_of(map.at("on"), scene.cloth.carriers) : RigidPath {};
    Eigen::Isometry3d place = worn.at(0);
    if (!from_file)  // whose own has been applied
        place = place * Eigen::Translation3d(at) * rotation;
    for (std::vector<Vector3d>* vertices : { &garment.rest.vertices, &garment.start })
        for (Vector3d& vertex : *vertices)
            vertex = place * vertex;
    check_size(value, garment.rest);
    const Vector3d along = map.has("tube") ? Vector3d::UnitZ() : Vector3d::UnitX();
    garment.warp = worn.at(0).linear() * (rotation * along);
    garment.material = read_material(map.get("material", "cotton"));
    garment.material.friction = map.get("friction", fmt::format("{}", garment.material.friction))
                                    .number(Quantity::plain, kFriction);
    garment.velocity = map.get("velocity", "[0, 0, 0]").vector3(Quantity::plain, { -100, 100 });
    scene.cloth.garments.push_back(std::move(garment));
    read_pins(map.get("pins", "[]"), worn, shape, scene);
}

}  // namespace gambol::io
