// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

namespace gambol {

struct SurfaceMeshOptions {
    int around = 24;  // facets around a sphere or capsule
    int rings = 6;  // from the equator to a pole
    bool enclosing
        = true;  // facets touch round surfaces from outside; else their corners lie on them
    Eigen::Vector3d plane_center = Eigen::Vector3d::Zero();  // the part of a plane below this point
    double plane_half_size = 10;  // m
};

/// The surface of a shape as triangles without duplicate vertices. For collisions facets of spheres
/// and capsules are `enclosing`: what stays outside of them stays outside of the shape. A plane
/// becomes a square; the sides of a heightfield are left out.
[[nodiscard]] Mesh surface_mesh(const Shape& shape, const SurfaceMeshOptions& options = {});

/// A profile of points (radius, height) turned about the z axis: a funnel, a bowl, a pipe. Open
/// where the profile ends away from the axis. `segments` facets around, seen from outside when the
/// profile goes up.
[[nodiscard]] Mesh turned_mesh(const std::vector<Eigen::Vector2d>& profile, int segments);

}  // namespace gambol
