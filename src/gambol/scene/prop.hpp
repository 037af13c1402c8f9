// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <string>

namespace gambol {

/// A rigid thing that characters may carry, with its centre of mass at the origin of its frame.
struct SceneProp {
    std::string name;
    Shape shape = Box {};  // box, capsule or sphere, in the prop's frame
    double mass = 1;  // kg
    Eigen::Vector3d inertia = Eigen::Vector3d::Ones();  // kg m², principal moments, prop's axes
    double friction = 0.8;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // at the start, where it rests
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
};

/// Principal moments of a solid of even density: a box along its axes, a sphere, or a capsule along
/// x.
[[nodiscard]] Eigen::Vector3d solid_inertia(const Shape&, double mass);

/// How far the solid reaches below its origin when turned like that [m].
[[nodiscard]] double depth_below(const Shape&, const Eigen::Quaterniond& rotation);

/// The shape of a prop in the world frame, where the prop is there.
[[nodiscard]] Shape placed(
    const Shape&, const Eigen::Vector3d& position, const Eigen::Quaterniond& rotation);

}  // namespace gambol
