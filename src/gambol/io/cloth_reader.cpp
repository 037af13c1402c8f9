// SPDX-License-Identifier: MIT
#include "gambol/io/cloth_reader.hpp"

#include "gambol/io/garment_reader.hpp"
#include "gambol/io/motion_json.hpp"
#include "gambol/motion/cloth_intersections.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol {

namespace {

using Eigen::Vector3d;

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
    const auto add = [&](const std::string& name, const Mesh& mesh, const Eigen::Isometry3d& pose) {
        const int first = int(vertices.size());
        owners.push_back({ name, first, int(triangles.size()) });
        for (const Vector3d& vertex : mesh.vertices)
            vertices.push_back(pose * vertex);
        for (const Eigen::Vector3i& t : mesh.triangles)
            triangles.push_back(t + Eigen::Vector3i::Constant(first));
    };
    for (const Garment& garment : scene.cloth.garments)
        add(garment.name, garment.rest, Eigen::Isometry3d::Identity());
    const int cloth = int(triangles.size());
    for (const ScriptedBody& body : scripted_bodies(scene))
        add(body.name, body.mesh, body.path.at(0));
    ClothIntersectionFinder finder(triangles, cloth, vertices);
    const std::vector<ClothIntersection> found = finder.find(vertices).intersections;
    if (found.empty())
        return;
    const ClothIntersection& first = found.front();
    const Owner& a = owner_of(owners, first.edge[0], &Owner::first_vertex);
    const Owner& b = owner_of(owners, first.triangle, &Owner::first_triangle);
    const bool cloth_first = std::any_of(scene.cloth.garments.begin(), scene.cloth.garments.end(),
        [&](const Garment& garment) { return garment.name == a.name; });
    file.at("cloth")
        .named_map()
        .at(cloth_first ? a.name : b.name)
        .fail(fmt::format("starts in {}: the edge between vertices {} and {} of {} goes through "
                          "triangle {} of {}, {} intersections in all; move it apart",
            a.name == b.name ? "itself" : (cloth_first ? b.name : a.name),
            first.edge[0] - a.first_vertex + 1, first.edge[1] - a.first_vertex + 1, a.name,
            first.triangle - b.first_triangle + 1, b.name, found.size()));
}

void read_carrier(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, Motion& carriers)
{
    const YamlValue run = value.map({ "motion" }).at("motion");
    const std::filesystem::path path = folder / run.text();
    if (!std::filesystem::exists(path))
        run.fail(fmt::format("names '{}', which does not exist; make it first with gambol run "
                             "SCENE -o {}",
            run.text(), run.text()));
    const Motion motion = read_motion_json(path);
    for (const MotionCharacter& character : motion.characters)
        if (character.name == name) {
            if (!carriers.characters.empty() && carriers.times != motion.times)
                run.fail("has other times than the run of the character before it");
            carriers.times = motion.times;
            carriers.characters.push_back(character);
            return;
        }
    std::vector<std::string> names;
    for (const MotionCharacter& character : motion.characters)
        names.push_back(character.name);
    value.fail(fmt::format(
        "is not in {} (there are: {})", run.text(), names.empty() ? "none" : joined(names)));
}

ClothOptions read_options(const YamlMap& map)
{
    ClothOptions options;
    const double steps = map.get("steps_per_second", fmt::format("{}", 1 / options.dt))
                             .number(Quantity::plain, { 10, 100000 });
    options.dt = 1 / steps;
    const std::string zones = map.get("zones", "projection")
                                  .one_of({ "projection", "nonnegative", "rigid" }, "kind of zone");
    options.zones = zones == "projection" ? ZoneKind::projection
        : zones == "rigid"                ? ZoneKind::rigid
                                          : ZoneKind::nonnegative;
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

void read_cloth_scene(const YamlMap& file, const std::filesystem::path& folder, Scene& scene)
{
    ClothScene& cloth = scene.cloth;
    for (const auto& [name, value] : file.get("characters", "{}").named_map().entries())
        read_carrier(name, value, folder, cloth.carriers);
    const bool carried = !cloth.carriers.characters.empty();
    scene.duration = (carried ? file.get("duration",
                          fmt::format("{}", cloth.carriers.times.back() - cloth.carriers.times[0]))
                              : file.at("duration"))
                         .number(Quantity::time, { 0, 600, true });
    const YamlMap options = file.get("simulation", "{}")
                                .map({ "steps_per_second", "fps", "zones", "thickness",
                                    "separation", "iterations", "air" });
    cloth.options = read_options(options);
    cloth.fps
        = options.get("fps", fmt::format("{}", cloth.fps)).number(Quantity::plain, { 60, 1000 });
    for (const auto& [name, value] : file.at("cloth").named_map().entries())
        read_garment(name, value, folder, scene);
    if (cloth.garments.empty())
        file.at("cloth").fail("is empty; add e.g. sheet: {grid: {size: [1, 1], cells: [40, 40]}}");
    check_start(file, scene);
}

std::vector<Listing> list_materials()
{
    std::vector<Listing> result;
    for (const NamedMaterial& named : cloth_materials())
        result.push_back({ named.name, named.summary });
    return result;
}

}  // namespace gambol
