// SPDX-License-Identifier: MIT
#include "gambol/io/shape/shape_reader.hpp"

#include "gambol/io/shape/heightfield_reader.hpp"

#include <fmt/format.h>

namespace gambol::io {

namespace {

Shape read_plane(const YamlValue& value, const std::filesystem::path&)
{
    const YamlMap map = value.map({ "point", "normal" });
    return Plane { map.get("point", "[0, 0, 0]").vector3(Quantity::length),
        map.get("normal", "[0, 0, 1]").direction() };
}

Shape read_box(const YamlValue& value, const std::filesystem::path&)
{
    const YamlMap map = value.map({ "size", "at", "rotation" });
    return Box { map.at("at").vector3(Quantity::length), map.get("rotation", "0deg").rotation(),
        map.at("size").vector3(Quantity::length, kPositive) / 2 };
}

Shape read_capsule(const YamlValue& value, const std::filesystem::path&)
{
    const YamlMap map = value.map({ "from", "to", "radius" });
    return Capsule { map.at("from").vector3(Quantity::length),
        map.at("to").vector3(Quantity::length),
        map.at("radius").number(Quantity::length, kPositive) };
}

Shape read_sphere(const YamlValue& value, const std::filesystem::path&)
{
    const YamlMap map = value.map({ "at", "radius" });
    return Sphere { map.at("at").vector3(Quantity::length),
        map.at("radius").number(Quantity::length, kPositive) };
}

Eigen::Vector3d mirrored(const Eigen::Vector3d& v)
{
    return { v.x(), -v.y(), v.z() };
}

}  // namespace

const std::vector<ShapeKind>& shape_kinds()
{
    static const std::vector<ShapeKind> kinds {
        { "plane", "half-space: {point, normal}", read_plane, false },
        { "box", "{size, at, rotation}; `at` is its centre", read_box, true },
        { "capsule", "{from, to, radius}", read_capsule, true },
        { "sphere", "{at, radius}", read_sphere, true },
        { "heightfield", "terrain: {at, size} and heights, file or hills", read_heightfield,
            false },
    };
    return kinds;
}

std::vector<std::string> shape_names(bool on_bodies)
{
    std::vector<std::string> names;
    for (const ShapeKind& kind : shape_kinds())
        if (kind.on_bodies || !on_bodies)
            names.push_back(kind.name);
    return names;
}

Shape read_shape(const YamlMap& map, bool on_bodies, const std::filesystem::path& folder)
{
    const ShapeKind* found = nullptr;
    for (const ShapeKind& kind : shape_kinds()) {
        if (!map.has(kind.name) || (on_bodies && !kind.on_bodies))
            continue;
        if (found)
            map.value().fail(fmt::format(
                "has two shapes, {} and {}; give each its own name", found->name, kind.name));
        found = &kind;
    }
    if (!found)
        map.value().fail(fmt::format("has no shape (one of: {})", joined(shape_names(on_bodies))));
    return found->read(map.at(found->name), folder);
}

Shape mirrored(const Shape& shape)
{
    return std::visit(
        Overloaded {
            [](const Plane& s) -> Shape {
                return Plane { mirrored(s.point), mirrored(s.normal) };
            },
            [](const Box& s) -> Shape {
                const Eigen::Quaterniond& r = s.rotation;
                return Box { mirrored(s.center), { r.w(), -r.x(), r.y(), -r.z() }, s.half_size };
            },
            [](const Capsule& s) -> Shape {
                return Capsule { mirrored(s.from), mirrored(s.to), s.radius };
            },
            [](const Sphere& s) -> Shape {
                return Sphere { mirrored(s.center), s.radius };
            },
            [](Heightfield s) -> Shape {
                s.origin.y() = -s.origin.y() - s.size().y();
                s.heights = s.heights.rowwise().reverse().eval();
                return s;
            },
            [](Mesh s) -> Shape {
                for (Eigen::Vector3d& vertex : s.vertices)
                    vertex = mirrored(vertex);
                for (Eigen::Vector3i& triangle : s.triangles)
                    std::swap(triangle.y(), triangle.z());
                return s;
            },
        },
        shape);
}

}  // namespace gambol::io
