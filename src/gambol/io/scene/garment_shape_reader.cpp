// SPDX-License-Identifier: MIT
#include "gambol/io/scene/garment_shape_reader.hpp"

#include "gambol/cloth/fabric/bent_strip.hpp"
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/io/mesh/obj.hpp"
#include "gambol/io/scene/surface_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace gambol::io {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr std::int64_t kMostCells = 2000;

Eigen::Vector2i read_cells(const YamlValue& value)
{
    const std::vector<YamlValue> both = value.list(2);
    return { int(both[0].integer(1, kMostCells)), int(both[1].integer(1, kMostCells)) };
}

Mesh read_grid(const YamlValue& value)
{
    const YamlMap map = value.map({ "size", "cells" });
    return cloth::sheet_mesh(
        map.at("size").vector2(Quantity::length, kPositive), read_cells(map.at("cells")));
}

std::vector<Vector3d> read_points(const YamlValue& value)
{
    std::vector<Vector3d> points;
    for (const YamlValue& item : value.list()) {
        points.push_back(item.vector3(Quantity::length));
        if (points.size() > 1 && points.back() == points[points.size() - 2])
            item.fail("is the point before it again");
    }
    if (points.size() < 2)
        value.fail("needs at least two points [x, y, z]");
    return points;
}

/// As many cells along as make them square.
GarmentShape read_strip(const YamlValue& value)
{
    const YamlMap map = value.map({ "length", "width", "across", "along" });
    const double width = map.at("width").number(Quantity::length, kPositive);
    const int across = int(map.get("across", "4").integer(1, kMostCells));
    std::vector<Vector3d> points;
    if (map.has("along")) {
        if (map.has("length"))
            map.at("length").fail("stands beside 'along', whose curve has its own");
        points = read_points(map.at("along"));
    }
    const double length = points.empty() ? map.at("length").number(Quantity::length, kPositive)
                                         : cloth::curve_length(points);
    const double along = std::max(1.0, std::round(length / width * across));
    if (along > double(10 * kMostCells))
        value.fail("has more than 20000 cells along; take fewer across");
    const Eigen::Vector2i cells(int(along), across);
    GarmentShape shape;
    shape.rest = cloth::sheet_mesh({ length, width }, cells);
    if (!points.empty())
        shape.start = cloth::strip_along(points, width, cells);
    return shape;
}

/// One radius, or [along x, along y].
Vector2d read_radius(const YamlValue& value)
{
    if (value.is_list())
        return value.vector2(Quantity::length, kPositive);
    return Vector2d::Constant(value.number(Quantity::length, kPositive));
}

GarmentShape read_tube(const YamlValue& value)
{
    const YamlMap map = value.map({ "radius", "top_radius", "length", "cells", "arc" });
    cloth::TubeShape tube;
    tube.radius = read_radius(map.at("radius"));
    tube.top_radius = map.has("top_radius") ? read_radius(map.at("top_radius")) : tube.radius;
    tube.length = map.at("length").number(Quantity::length, kPositive);
    tube.arc = map.get("arc", "360deg")
                   .number(Quantity::angle, { 0, 2 * std::numbers::pi + 1e-9, true });
    tube.cells = read_cells(map.at("cells"));
    if (tube.closed() && tube.cells.x() < 3)
        map.at("cells").fail("needs at least three around");
    GarmentShape shape;
    shape.rest = cloth::tube_mesh(tube);
    const int count = int(shape.rest.vertices.size()), ring = count / (tube.cells.y() + 1);
    for (int i = 0; i < ring; ++i) {
        shape.bottom.push_back(i);
        shape.top.push_back(count - ring + i);
    }
    return shape;
}

GarmentShape read_file(const YamlMap& map, const std::filesystem::path& folder)
{
    GarmentShape shape;
    shape.rest = read_mesh_file(map, folder);
    const std::filesystem::path path = map.at("file").text();
    const ObjLines lines = obj_lines(path);
    shape.lines = { path.filename().string(), lines.vertices, lines.triangles };
    if (const std::optional<cloth::ClothMeshFault> fault = cloth::cloth_mesh_fault(shape.rest))
        map.at("file").fail(fmt::format("cannot be cloth: {}{}", fault->what,
            shape.lines->place(fault->vertex, fault->triangle)));
    return shape;
}

}  // namespace

const std::vector<std::string>& garment_shapes()
{
    static const std::vector<std::string> kinds { "grid", "strip", "tube", "file" };
    return kinds;
}

GarmentShape read_garment_shape(const YamlMap& map, const std::filesystem::path& folder)
{
    std::string found;
    for (const std::string& kind : garment_shapes())
        if (map.has(kind)) {
            if (!found.empty())
                map.value().fail(
                    fmt::format("has two shapes, {} and {}; give each its own name", found, kind));
            found = kind;
        }
    if (found.empty())
        map.value().fail(fmt::format("has no shape (one of: {})", joined(garment_shapes())));
    if (found == "file")
        return read_file(map, folder);
    const YamlValue value = map.at(found);
    if (found == "grid")
        return { read_grid(value), {}, {}, {}, {} };
    return found == "strip" ? read_strip(value) : read_tube(value);
}

}  // namespace gambol::io
