// SPDX-License-Identifier: MIT
#include "gambol/scene/scripted_bodies.hpp"

#include "gambol/geometry/surface_mesh.hpp"

#include <algorithm>

namespace gambol {

namespace {

// Limbs are many; at 16 facets a circle of 6 cm is 1.2 mm wider than it should be.
constexpr int kAroundLimb = 16, kRingsOfLimb = 4;
constexpr double kFarthest = 200;  // m: beyond it cloth falls off a plane

Eigen::AlignedBox3d bounds_of_cloth(const Scene& scene)
{
    Eigen::AlignedBox3d box;
    for (const cloth::Garment& garment : scene.cloth.garments)
        for (const Eigen::Vector3d& vertex : garment.first_vertices())
            box.extend(vertex);
    return box;
}

}  // namespace

RigidPath carrier_path(const Motion& carriers, int character, int body)
{
    RigidPath path;
    path.times = carriers.times;
    const MotionCharacter& who = carriers.characters[std::size_t(character)];
    for (std::size_t k = 0; k < path.times.size(); ++k) {
        path.positions.push_back(who.positions[k][std::size_t(body)]);
        path.rotations.push_back(who.rotations[k][std::size_t(body)]);
    }
    return path;
}

std::vector<cloth::ScriptedBody> scripted_bodies(const Scene& scene)
{
    std::vector<cloth::ScriptedBody> bodies;
    SurfaceMeshOptions options;
    const Eigen::AlignedBox3d box = bounds_of_cloth(scene);
    const double gravity = scene.cloth.options.gravity.norm();
    options.plane_center = box.center();
    options.plane_half_size = std::min(
        kFarthest, 5 + box.diagonal().norm() + 0.5 * gravity * scene.duration * scene.duration);
    for (const Surface& surface : scene.surfaces)
        bodies.push_back(
            { surface.name, surface_mesh(surface.shape, options), surface.path, surface.friction });
    options.around = kAroundLimb;
    options.rings = kRingsOfLimb;
    const Motion& carriers = scene.cloth.carriers;
    for (std::size_t c = 0; c < carriers.characters.size(); ++c)
        for (std::size_t b = 0; b < carriers.characters[c].bodies.size(); ++b) {
            const MotionBody& body = carriers.characters[c].bodies[b];
            for (const Shape& shape : body.shapes)
                bodies.push_back(
                    { carriers.characters[c].name + "/" + body.name, surface_mesh(shape, options),
                        carrier_path(carriers, int(c), int(b)), Surface {}.friction });
        }
    return bodies;
}

}  // namespace gambol
