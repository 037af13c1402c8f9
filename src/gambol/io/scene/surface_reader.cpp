// SPDX-License-Identifier: MIT
#include "gambol/io/scene/surface_reader.hpp"

#include "gambol/geometry/surface_mesh.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/mesh/obj.hpp"
#include "gambol/io/shape/shape_reader.hpp"

#include <fmt/format.h>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

constexpr double kFastest = 100;  // m/s; beyond it a body is a bullet, or a slip in a unit
constexpr Limits kVelocity { -kFastest, kFastest };

Mesh read_turned(const YamlValue& value)
{
    const YamlMap map = value.map({ "profile", "segments", "at" });
    std::vector<Eigen::Vector2d> profile;
    for (const YamlValue& point : map.at("profile").list()) {
        profile.push_back(point.vector2(Quantity::length));
        if (profile.back().x() < 0)
            point.fail("has a negative radius; a point is [radius, height]");
    }
    if (profile.size() < 2)
        map.at("profile").fail("needs at least two points [radius, height]");
    const Vector3d at = map.get("at", "[0, 0, 0]").vector3(Quantity::length);
    Mesh mesh = turned_mesh(profile, int(map.get("segments", "40").integer(3, 1000)));
    for (Vector3d& vertex : mesh.vertices)
        vertex += at;
    return mesh;
}

Vector3d center_of(const Shape& shape)
{
    Eigen::AlignedBox3d box;
    for (const Vector3d& vertex : surface_mesh(shape).vertices)
        box.extend(vertex);
    return box.center();
}

}  // namespace

Mesh read_mesh_file(const YamlMap& map, const std::filesystem::path& folder)
{
    const YamlValue file = map.at("file");
    const std::filesystem::path path = folder / file.text();
    if (const std::string fault = file_fault(path); !fault.empty())
        file.fail(fmt::format("names '{}', which {} beside the scene", file.text(), fault));
    Mesh mesh = read_obj(path);
    // The scene is written out elsewhere, and read again there.
    file.node().scalar = std::filesystem::absolute(path).lexically_normal().string();
    const double scale = map.get("scale", "1").number(Quantity::plain, kPositive);
    const Vector3d at = map.get("at", "[0, 0, 0]").vector3(Quantity::length);
    const Eigen::Quaterniond rotation = map.get("rotation", "0deg").rotation();
    for (Vector3d& vertex : mesh.vertices)
        vertex = at + rotation * (scale * vertex);
    return mesh;
}

std::vector<RigidKey> read_moves(const YamlValue& value, double begin)
{
    std::vector<RigidKey> keys;
    if (value.is_map()) {
        const YamlMap map = value.map({ "velocity", "from", "until" });
        const double from = map.get("from", "0s").number(Quantity::time, kNotNegative);
        const double until = map.at("until").number(Quantity::time, { from, 3600, true });
        const Vector3d velocity = map.at("velocity").vector3(Quantity::plain, kVelocity);
        keys.push_back({ from });
        keys.push_back({ until, (until - from) * velocity });
        return keys;
    }
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map({ "when", "by", "turn", "about" });
        RigidKey key;
        key.time = map.at("when").number(Quantity::time, kNotNegative);
        if (!keys.empty() && key.time <= keys.back().time)
            map.at("when").fail("must be later than the key before it");
        key.by = map.get("by", "[0, 0, 0]").vector3(Quantity::length);
        const YamlValue turn = map.get("turn", "0deg");
        key.turn = turn.turn();
        if (!keys.empty() && !turn_between(keys.back().turn, key.turn))
            turn.fail("is about another axis than the key before it, and one of the two is more "
                      "than half a turn; write a key between them");
        if (map.has("about"))
            key.about = map.at("about").vector3(Quantity::length);
        keys.push_back(key);
    }
    if (keys.empty())
        value.fail("is empty; write {velocity, from, until} or a list of {when, by, turn, about}");
    const RigidKey& first = keys.front();
    const bool moved = !first.by.isZero(0) || first.turn.angle() != 0;
    if (moved && first.time > begin)
        keys.insert(keys.begin(), RigidKey { begin });
    else if (moved && keys.size() == 1)
        value.fail(fmt::format(
            "has one key, and nothing comes after it; say when: a time after {:g} s", begin));
    return keys;
}

Surface read_surface(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, bool for_cloth)
{
    Surface surface;
    surface.name = name;
    std::vector<std::string> keys { "friction" };
    if (name != "ground")
        for (const std::string& shape : shape_names(false))
            keys.push_back(shape);
    if (for_cloth)
        for (const char* key : { "mesh", "turned", "moves" })
            keys.push_back(key);
    const YamlMap map = value.map(keys);
    if (name == "ground")
        surface.shape = Plane {};
    else if (for_cloth && map.has("turned"))
        surface.shape = read_turned(map.at("turned"));
    else if (for_cloth && map.has("mesh"))
        surface.shape
            = read_mesh_file(map.at("mesh").map({ "file", "scale", "at", "rotation" }), folder);
    else
        surface.shape = read_shape(map, false, folder);
    if (Mesh* const mesh = std::get_if<Mesh>(&surface.shape))
        mesh->file = name + ".obj";  // beside motion.json
    surface.friction = map.get("friction", fmt::format("{}", Surface {}.friction))
                           .number(Quantity::plain, kFriction);
    if (for_cloth && map.has("moves")) {
        if (std::holds_alternative<Plane>(surface.shape))
            map.at("moves").fail("cannot be: a plane has no end; use a box");
        surface.path = path_through(read_moves(map.at("moves")), center_of(surface.shape));
    }
    return surface;
}

}  // namespace gambol::io
