// SPDX-License-Identifier: MIT
#include "gambol/io/garment_reader.hpp"

#include "gambol/cloth/cloth_mesh.hpp"
#include "gambol/io/surface_reader.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <fmt/format.h>

#include <random>

namespace gambol {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kLargest = 20, kSmallest = 0.005;  // m across; beyond it a unit is wrong
constexpr std::int64_t kMostCells = 2000;
constexpr std::size_t kMostVertices = 400000;

Eigen::Vector2i read_cells(const YamlValue& value)
{
    const std::vector<YamlValue> both = value.list(2);
    return { int(both[0].integer(1, kMostCells)), int(both[1].integer(1, kMostCells)) };
}

Mesh read_grid(const YamlValue& value)
{
    const YamlMap map = value.map({ "size", "cells" });
    return sheet_mesh(
        map.at("size").vector2(Quantity::length, kPositive), read_cells(map.at("cells")));
}

/// As many cells along as make them square.
Mesh read_strip(const YamlValue& value)
{
    const YamlMap map = value.map({ "length", "width", "across" });
    const double length = map.at("length").number(Quantity::length, kPositive),
                 width = map.at("width").number(Quantity::length, kPositive);
    const int across = int(map.get("across", "4").integer(1, kMostCells));
    const double along = std::max(1.0, std::round(length / width * across));
    if (along > double(10 * kMostCells))
        map.at("length").fail("makes more than 20000 cells; take fewer across");
    return sheet_mesh({ length, width }, { int(along), across });
}

Mesh read_tube(const YamlValue& value)
{
    const YamlMap map = value.map({ "radius", "length", "cells" });
    const Eigen::Vector2i cells = read_cells(map.at("cells"));
    if (cells.x() < 3)
        map.at("cells").fail("needs at least three around");
    return tube_mesh(map.at("radius").number(Quantity::length, kPositive),
        map.at("length").number(Quantity::length, kPositive), cells);
}

/// Adds the mesh `count` times, each a step further and, with jitter, a little askew. Squares that
/// lie exactly on one another would be a case that never happens.
Mesh read_copies(const YamlMap& garment, const Mesh& one, std::uint64_t seed)
{
    const YamlMap map = garment.at("copies").map({ "count", "step", "jitter" });
    const auto count = map.at("count").integer(1, 10000);
    const Vector3d step = map.at("step").vector3(Quantity::length);
    const double jitter = map.get("jitter", "0m").number(Quantity::length, { 0, 1 });
    std::mt19937_64 random(seed);
    const auto draw = [&] { return double(random() >> 11) * 0x1p-52 - 1; };  // −1 … 1
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

ClothMaterial read_material(const YamlValue& value)
{
    std::vector<std::string> names;
    for (const NamedMaterial& named : cloth_materials())
        names.push_back(named.name);
    const auto by_name = [&](const YamlValue& name) {
        const std::string chosen = name.one_of(names, "material");
        for (const NamedMaterial& named : cloth_materials())
            if (named.name == chosen)
                return named.material;
        return ClothMaterial {};
    };
    if (!value.is_map())
        return by_name(value);
    const YamlMap map = value.map(
        { "like", "density", "stretch", "shear", "bending", "damping", "strain_limit" });
    ClothMaterial material = by_name(map.get("like", "cotton"));
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

/// "ann/torso".
void carry_pins(const YamlValue& value, Scene& scene)
{
    const Motion& carriers = scene.cloth.carriers;
    const std::string text = value.text();
    std::vector<std::string> names;
    for (std::size_t c = 0; c < carriers.characters.size(); ++c)
        for (std::size_t b = 0; b < carriers.characters[c].bodies.size(); ++b) {
            names.push_back(
                carriers.characters[c].name + "/" + carriers.characters[c].bodies[b].name);
            if (names.back() != text)
                continue;
            scene.cloth.pins.back().path = carrier_path(carriers, int(c), int(b));
            return;
        }
    value.fail(fmt::format("is no body of a moved character{} (there are: {})",
        did_you_mean(text, names), names.empty() ? "none" : joined(names)));
}

void read_pins(const YamlValue& value, Scene& scene)
{
    const Garment& garment = scene.cloth.garments.back();
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map({ "at", "to", "within", "moves", "until", "on" });
        const Vector3d at = map.at("at").vector3(Quantity::length);
        const Vector3d to = map.has("to") ? map.at("to").vector3(Quantity::length) : at;
        const double within = map.get("within", "0.01").number(Quantity::length, kPositive);
        Pins pins;
        pins.garment = int(scene.cloth.garments.size()) - 1;
        for (std::size_t i = 0; i < garment.rest.vertices.size(); ++i) {
            const Vector3d p = garment.rest.vertices[i] - at, line = to - at;
            const double share
                = line.norm() > 0 ? std::clamp(p.dot(line) / line.squaredNorm(), 0.0, 1.0) : 0;
            if ((p - share * line).norm() <= within)
                pins.vertices.push_back(int(i));
        }
        if (pins.vertices.empty())
            item.fail(fmt::format(
                "holds nothing: no vertex of '{}' is within {:g} m of it", garment.name, within));
        if (map.has("moves") && map.has("on"))
            map.at("moves").fail("stands beside 'on'; a body that carries pins moves them");
        if (map.has("moves"))
            pins.path = read_moves(map.at("moves"), (at + to) / 2);
        if (map.has("until"))
            pins.until = map.at("until").number(Quantity::time, kPositive);
        scene.cloth.pins.push_back(std::move(pins));
        if (map.has("on"))
            carry_pins(map.at("on"), scene);
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

Mesh read_shape_of(const YamlMap& map, const std::filesystem::path& folder)
{
    const std::vector<std::string> kinds { "grid", "strip", "tube", "file" };
    std::string found;
    for (const std::string& kind : kinds)
        if (map.has(kind)) {
            if (!found.empty())
                map.value().fail(
                    fmt::format("has two shapes, {} and {}; give each its own name", found, kind));
            found = kind;
        }
    if (found.empty())
        map.value().fail(fmt::format("has no shape (one of: {})", joined(kinds)));
    if (found == "file") {
        Mesh mesh = read_mesh_file(map, folder);
        if (const std::optional<std::string> fault = cloth_mesh_fault(mesh))
            map.at("file").fail(fmt::format("cannot be cloth: {}", *fault));
        return mesh;
    }
    const YamlValue value = map.at(found);
    Mesh mesh = found == "grid" ? read_grid(value)
        : found == "strip"      ? read_strip(value)
                                : read_tube(value);
    return mesh;
}

}  // namespace

void read_garment(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, Scene& scene)
{
    const YamlMap map = value.map({ "grid", "strip", "tube", "file", "scale", "at", "rotation",
        "copies", "material", "friction", "velocity", "pins" });
    Garment garment;
    garment.name = name;
    const bool from_file = map.has("file");
    if (!from_file && map.has("scale"))
        map.at("scale").fail("is for files; a grid, strip or tube has its size");
    garment.rest = read_shape_of(map, folder);
    if (map.has("copies"))
        garment.rest = read_copies(map, garment.rest, scene.seed);
    const Vector3d at = map.get("at", "[0, 0, 0]").vector3(Quantity::length);
    const Eigen::Quaterniond rotation = map.get("rotation", "0deg").rotation();
    if (!from_file)
        for (Vector3d& vertex : garment.rest.vertices)
            vertex = at + rotation * vertex;
    check_size(value, garment.rest);
    garment.warp = rotation * (map.has("tube") ? Vector3d::UnitZ() : Vector3d::UnitX());
    garment.material = read_material(map.get("material", "cotton"));
    garment.material.friction = map.get("friction", fmt::format("{}", garment.material.friction))
                                    .number(Quantity::plain, kFriction);
    garment.velocity = map.get("velocity", "[0, 0, 0]").vector3(Quantity::plain, { -100, 100 });
    scene.cloth.garments.push_back(std::move(garment));
    read_pins(map.get("pins", "[]"), scene);
}

}  // namespace gambol
