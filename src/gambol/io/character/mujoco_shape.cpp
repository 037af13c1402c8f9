// SPDX-License-Identifier: MIT
#include "gambol/io/character/mujoco_shape.hpp"

#include <cmath>
#include <numbers>

namespace gambol::io {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// A cylinder is a capsule as long and as thick; a disc is a box of the same area.
Shape cylinder(const Vector3d& center, const Matrix3d& R, double radius, double half_length)
{
    if (half_length < radius) {
        const double side = std::sqrt(std::numbers::pi) / 2 * radius;
        return Box { center, Eigen::Quaterniond(R), { side, side, half_length } };
    }
    const Vector3d reach = (half_length - radius) * R.col(2);
    return Capsule { center - reach, center + reach, radius };
}

/// A slim ellipsoid is a capsule along its longest axis; a flat one a box of the same volume.
Shape ellipsoid(const Vector3d& center, const Matrix3d& R, const Vector3d& radii)
{
    int longest;
    radii.maxCoeff(&longest);
    const double a = radii[(longest + 1) % 3], b = radii[(longest + 2) % 3];
    if (std::max(a, b) > 1.5 * std::min(a, b))
        return Box { center, Eigen::Quaterniond(R), std::cbrt(std::numbers::pi / 6) * radii };
    const double radius = std::sqrt(a * b);
    const Vector3d reach = std::max(0.0, radii[longest] - radius) * R.col(longest);
    return Capsule { center - reach, center + reach, radius };
}

}  // namespace

std::optional<Shape> mujoco_shape(
    const mjModel& model, const mjData& data, int geom, const Vector3d& origin)
{
    const Vector3d center = mujoco_vector(data.geom_xpos + 3 * geom) - origin;
    const Matrix3d R = mujoco_matrix(data.geom_xmat + 9 * geom);
    const Vector3d size = mujoco_vector(model.geom_size + 3 * geom);
    switch (model.geom_type[geom]) {
    case mjGEOM_SPHERE:
        return Sphere { center, size[0] };
    case mjGEOM_CAPSULE:
        return Capsule { center - size[1] * R.col(2), center + size[1] * R.col(2), size[0] };
    case mjGEOM_CYLINDER:
        return cylinder(center, R, size[0], size[1]);
    case mjGEOM_ELLIPSOID:
        return ellipsoid(center, R, size);
    case mjGEOM_BOX:
    case mjGEOM_MESH:  // its size is that of the box with the same inertia
        return Box { center, Eigen::Quaterniond(R), size };
    default:
        return {};
    }
}

}  // namespace gambol::io
