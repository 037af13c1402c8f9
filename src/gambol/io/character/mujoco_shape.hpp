// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>
#include <mujoco/mujoco.h>

#include <optional>

namespace gambol::io {

[[nodiscard]] inline Eigen::Vector3d mujoco_vector(const mjtNum* v)
{
    return { v[0], v[1], v[2] };
}

[[nodiscard]] inline Eigen::Matrix3d mujoco_matrix(const mjtNum* m)
{
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m);
}

/// A geom in the pose of the data, seen from `origin` along the axes of the world. Cylinders and
/// ellipsoids become the capsule or box that is most like them, meshes the box that has their
/// inertia. None for planes and height fields, which no body carries.
[[nodiscard]] std::optional<Shape> mujoco_shape(
    const mjModel&, const mjData&, int geom, const Eigen::Vector3d& origin);

}  // namespace gambol::io
