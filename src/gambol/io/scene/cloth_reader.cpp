// SPDX-License-Identifier: MIT
#include "gambol/io/scene/cloth_reader.hpp"

#include "gambol/io/scene/cloth_in_solids.hpp"
#include "gambol/io/scene/garment_reader.hpp"
#include "gambol/io/scene/garment_shape_reader.hpp"
#include "gambol/motion/cloth_intersections.hpp"
#include "gambol/motion/resample.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

constexpr double kLongest = 600;  // s
constexpr double kSlack = 1e-6;  // s, of a time that was written as text

/// Which object a vertex of the assembled scene belongs to.
struct Owner {
    std::string name;
    int first_vertex, first_triangle;
};

const Owner& owner_of(const std::vector<Owner>& owners, int index, int Owner::*first)
{
    const auto after = std::upper_bound(owners.begin(), owners.end(), index,
        [&](int value, const Owner& owner) { return value < owner.*first; });
    return *(after - 1);
}

/// Cloth must start apart from itself and everything else: what intersects stays entangled.
void check_start(const YamlMap& file, const Scene& scene)
{
    std::vector<Vector3d> vertices;
    std::vector<Eigen::Vector3i> triangles;
    std::vector<Owner> owners;
    const auto add = [&](const std::string& name, const Mesh& mesh,
                         const std::vector<Vector3d>& places, const Eigen::Isometry3d& pose) {
        const int first = int(vertices.size());
        owners.push_back({ name, first, int(triangles.size()) });
        for (const Vector3d& vertex : places)
            vertices.push_back(pose * vertex);
        for (const Eigen::Vector3i& t : mesh.triangles)
            triangles.push_back(t + Eigen::Vector3i::Constant(first));
    };
    for (const cloth::Garment& garment : scene.cloth.garments)
        add(garment.name, garment.rest, garment.first_vertices(), Eigen::Isometry3d::Identity());
    const int cloth = int(triangles.size());
    for (const cloth::ScriptedBody& body : scripted_bodies(scene))
        add(body.name, body.mesh, body.mesh.vertices, body.path.at(0));
    ClothIntersectionFinder finder(triangles, cloth, vertices);
    const std::vector<ClothIntersection> found = finder.find(vertices).intersections;
    if (found.empty())
        return;
    const ClothIntersection& first = found.front();
    const Owner& a = owner_of(owners, first.edge[0], &Owner::first_vertex);
    const Owner& b = owner_of(owners, first.triangle, &Owner::first_triangle);
    const bool cloth_first = std::any_of(scene.cloth.garments.begin(), scene.cloth.garments.end(),
        [&](const cloth::Garment& garment) { return garment.name == a.name; });
    const YamlMap garments = file.at("cloth").named_map();
    const int vertex = first.edge[0] - a.first_vertex, triangle = first.triangle - b.first_triangle;
    // Of bodies no lines are known.
    const auto place = [&](const std::string& name, int of_vertex, int of_triangle) {
        return garments.has(name) ? element_place(garments.at(name), of_vertex, of_triangle) : "";
    };
    garments.at(cloth_first ? a.name : b.name)
        .fail(fmt::format("starts in {}: the edge between vertices {} and {} of {}{} goes through "
                          "triangle {} of {}{}, {} intersections in all; move it apart",
            a.name == b.name ? "itself" : (cloth_first ? b.name : a.name), vertex + 1,
            first.edge[1] - a.first_vertex + 1, a.name, place(a.name, vertex, -1), triangle + 1,
            b.name, place(b.name, -1, triangle), found.size()));
}

cloth::ClothOptions read_options(const YamlMap& map)
{
    cloth::ClothOptions options;
    const double steps = map.get("steps_per_second", fmt::format("{}", 1 / options.dt))
                             .number(Quantity::plain, { 10, 100000 });
    options.dt = 1 / steps;
    const std::string zones = map.get("zones", "projection")
                                  .one_of({ "projection", "nonnegative", "rigid" }, "kind of zone");
    options.zones = zones == "projection" ? cloth::ZoneKind::projection
        : zones == "rigid"                ? cloth::ZoneKind::rigid
                                          : cloth::ZoneKind::nonnegative;
    options.thickness = map.get("thickness", fmt::format("{}", options.thickness))
                            .number(Quantity::length, { 1e-5, 0.1 });
    options.separation = map.get("separation", fmt::format("{}", options.thickness / 20))
                             .number(Quantity::length, { 1e-7, options.thickness });
    options.iterations
        = int(map.get("iterations", fmt::format("{}", options.iterations)).integer(0, 1000));
    options.air
        = map.get("air", fmt::format("{}", options.air)).number(Quantity::plain, { 0, 1000 });
    return options;
}

}  // namespace

void read_cloth_scene(const YamlMap& file, const std::filesystem::path& folder,
    const Motion& carriers, LoadedScene& loaded)
{
    Scene& scene = loaded.scene;
    ClothScene& cloth = scene.cloth;
    cloth.carriers = carriers;
    const bool carried = !carriers.characters.empty();
    for (double& time : cloth.carriers.times)
        time -= carriers.times.front();
    // Nobody knows what characters do after the end of their motion.
    const double longest = carried ? cloth.carriers.times.back() : kLongest;
    scene.duration
        = (carried ? file.get("duration", fmt::format("{}", longest)) : file.at("duration"))
              .number(Quantity::time, { 0, longest + kSlack, true });
    scene.duration = std::min(scene.duration, longest);
    const YamlMap options = file.get("simulation", "{}")
                                .map({ "steps_per_second", "fps", "settle", "zones", "thickness",
                                    "separation", "iterations", "air" });
    cloth.options = read_options(options);
    // Forces of the characters hold at their own samples.
    if (carried && carriers.times.size() > 2)
        cloth.fps = std::max(cloth.fps, sample_rate(cloth.carriers));
    if (options.has("fps") || !loaded.first)
        cloth.fps = options.get("fps", fmt::format("{}", cloth.fps))
                        .number(Quantity::plain, { 60, 1000 });
    cloth.options.start_time
        = -options.get("settle", carried ? "1s" : "0s").number(Quantity::time, { 0, 60 });
    for (const auto& [name, value] : file.at("cloth").named_map().entries())
        read_garment(name, value, folder, scene);
    if (cloth.garments.empty())
        file.at("cloth").fail("is empty; add e.g. sheet: {grid: {size: [1, 1], cells: [40, 40]}}");
    check_start(file, scene);
    for (const auto& find : { find_hidden_vertex, find_driven_pin })
        if (const std::optional<ClothInSolid> found = find(scene))
            file.at("cloth")
                .named_map()
                .at(cloth.garments[std::size_t(found->garment)].name)
                .fail(found->what);
}

std::vector<Listing> list_materials()
{
    std::vector<Listing> result;
    for (const cloth::NamedMaterial& named : cloth::cloth_materials())
        result.push_back({ named.name, named.summary });
    return result;
}

}  // namespace gambol::io
