// SPDX-License-Identifier: MIT
#include "gambol/scene/cloth_in_solids.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::cloth {

namespace {

constexpr double kInstants = 60;  // per second

struct Solid {
    std::string name;
    Shape shape;
    RigidPath path;
};

std::vector<Solid> solids_of(const Scene& scene)
{
    std::vector<Solid> solids;
    const auto add = [&](const std::string& name, const Shape& shape, const RigidPath& path) {
        if (!std::holds_alternative<Mesh>(shape))
            solids.push_back({ name, shape, path });
    };
    for (const Surface& surface : scene.surfaces)
        add(surface.name, surface.shape, surface.path);
    const Task& task = task_of<Task>(scene);
    const Motion& carriers = task.carriers;
    for (std::size_t c = 0; c < carriers.characters.size(); ++c)
        for (std::size_t b = 0; b < carriers.characters[c].bodies.size(); ++b)
            for (const Shape& shape : carriers.characters[c].bodies[b].shapes)
                add(carriers.characters[c].name + "/" + carriers.characters[c].bodies[b].name,
                    shape, carrier_path(carriers, int(c), int(b), task.options.start_time));
    return solids;
}

/// The name of what the point is in at this time; empty for nothing.
std::string name_of_holder(
    const std::vector<Solid>& solids, double time, const Eigen::Vector3d& point)
{
    for (const Solid& solid : solids)
        if (nearest_surface_point(solid.shape, solid.path.at(time).inverse() * point).distance < 0)
            return solid.name;
    return {};
}

}  // namespace

std::optional<ClothInSolid> find_hidden_vertex(const Scene& scene, const Outfit& outfit)
{
    const std::vector<Solid> solids = solids_of(scene);
    const double start = task_of<Task>(scene).options.start_time;
    for (std::size_t g = 0; g < outfit.garments.size(); ++g) {
        const std::vector<Eigen::Vector3d>& vertices = outfit.garments[g].first_vertices();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const std::string holder = name_of_holder(solids, start, vertices[i]);
            if (!holder.empty())
                return ClothInSolid { int(g),
                    fmt::format("starts in {}: vertex {} is inside; move it out", holder, i + 1) };
        }
    }
    return std::nullopt;
}

std::optional<ClothInSolid> find_driven_pin(const Scene& scene, const Outfit& outfit)
{
    const std::vector<Solid> solids = solids_of(scene);
    const double start = task_of<Task>(scene).options.start_time;
    for (const Pins& pins : outfit.pins) {
        if (!pins.path.moves() || pins.from > 0)
            continue;
        const Garment& garment = outfit.garments[std::size_t(pins.garment)];
        const double end = std::min(scene.duration, pins.until);
        for (int k = 0; k <= int(std::floor(end * kInstants)); ++k) {
            const double time = k / kInstants;
            const Eigen::Isometry3d moved = pins.path.at(time) * pins.path.at(start).inverse();
            for (const int i : pins.vertices) {
                const std::string holder = name_of_holder(
                    solids, time, moved * garment.first_vertices()[std::size_t(i)]);
                if (!holder.empty())
                    return ClothInSolid { pins.garment,
                        fmt::format("has vertex {} pinned, which goes into {} after {:.2f} s; pin "
                                    "it elsewhere or let go 'until' then",
                            i + 1, holder, time) };
            }
        }
    }
    return std::nullopt;
}

}  // namespace gambol::cloth
