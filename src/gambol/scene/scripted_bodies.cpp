// SPDX-License-Identifier: MIT
#include "gambol/scene/scripted_bodies.hpp"

#include "gambol/geometry/surface_mesh.hpp"

#include <algorithm>

namespace gambol::cloth {

namespace {

// Limbs are many; at 16 facets a circle of 6 cm is 1.2 mm wider than it should be.
constexpr int kAroundLimb = 16, kRingsOfLimb = 4;
constexpr double kFarthest = 200;  // m: beyond it cloth falls off a plane

Eigen::AlignedBox3d bounds_of(const Outfit& outfit)
{
    Eigen::AlignedBox3d box;
    for (const Garment& garment : outfit.garments)
        for (const Eigen::Vector3d& vertex : garment.first_vertices())
            box.extend(vertex);
    return box;
}

}  // namespace

std::vector<ScriptedBody> scripted_bodies(const Scene& scene, const Outfit& outfit)
{
    const Task& task = task_of<Task>(scene);
    std::vector<ScriptedBody> bodies;
    SurfaceMeshOptions options;
    const Eigen::AlignedBox3d box = bounds_of(outfit);
    const double gravity = task.options.gravity.norm();
    options.plane_center = box.center();
    options.plane_half_size = std::min(
        kFarthest, 5 + box.diagonal().norm() + 0.5 * gravity * scene.duration * scene.duration);
    for (const Surface& surface : scene.surfaces)
        bodies.push_back(
            { surface.name, surface_mesh(surface.shape, options), surface.path, surface.friction });
    options.around = kAroundLimb;
    options.rings = kRingsOfLimb;
    const Motion& carriers = task.carriers;
    for (std::size_t c = 0; c < carriers.characters.size(); ++c)
        for (std::size_t b = 0; b < carriers.characters[c].bodies.size(); ++b) {
            const MotionBody& body = carriers.characters[c].bodies[b];
            for (const Shape& shape : body.shapes)
                bodies.push_back(
                    { carriers.characters[c].name + "/" + body.name, surface_mesh(shape, options),
                        carrier_path(carriers, int(c), int(b), task.options.start_time),
                        Surface {}.friction });
        }
    return bodies;
}

}  // namespace gambol::cloth
