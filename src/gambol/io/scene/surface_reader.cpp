// SPDX-License-Identifier: MIT
#include "gambol/io/scene/surface_reader.hpp"

#include "gambol/geometry/surface_mesh.hpp"
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

/// Turned about `center`, then moved.
void add_key(RigidPath& path, double when, const Vector3d& by, const Eigen::Quaterniond& turn,
    const Vector3d& center)
{
    path.times.push_back(when);
    path.positions.push_back(center + by - turn * center);
    path.rotations.push_back(turn);
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
    if (!std::filesystem::exists(path))
        file.fail(fmt::format("names '{}', which does not exist beside the scene", file.text()));
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

RigidPath read_moves(const YamlValue& value, const Vector3d& center)
{
    RigidPath path;
    if (value.is_map()) {
        const YamlMap map = value.map({ "velocity", "from", "until" });
        const double from = map.get("from", "0s").number(Quantity::time, kNotNegative);
        const double until = map.at("until").number(Quantity::time, { from, 3600, true });
        const Vector3d velocity = map.at("velocity").vector3(Quantity::plain, kVelocity);
        add_key(path, from, Vector3d::Zero(), Eigen::Quaterniond::Identity(), center);
        add_key(path, until, (until - from) * velocity, Eigen::Quaterniond::Identity(), center);
        return path;
    }
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map({ "when", "by", "turn" });
        const double when = map.at("when").number(Quantity::time, kNotNegative);
        if (!path.times.empty() && when <= path.times.back())
            map.at("when").fail("must be later than the key before it");
        add_key(path, when, map.get("by", "[0, 0, 0]").vector3(Quantity::length),
            map.get("turn", "0deg").rotation(), center);
    }
    if (path.times.empty())
        value.fail("is empty; write {velocity, from, until} or a list of {when, by, turn}");
    return path;
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
        surface.path = read_moves(map.at("moves"), center_of(surface.shape));
    }
    return surface;
}

}  // namespace gambol::io
