// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <optional>
#include <string>

namespace gambol {

/// What ties a prop to the world, so that all it can do is turn about one line: a door, a lever.
/// Angles count from how the prop starts, by the right-hand rule about the axis.
struct Hinge {
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  // unit, world; through SceneProp::position
    double least = 0, most = 0;  // rad: what stops it; least ≤ 0 ≤ most
    double friction = 0;  // N m, against its turning
};

/// A rigid thing that characters may carry, or turn about its hinge. The origin of its frame is its
/// centre of mass, or, of one that hangs on a hinge, a point of the hinge's axis.
struct SceneProp {
    std::string name;
    Shape shape = Box {};  // box, capsule or sphere, in the prop's frame
    double mass = 1;  // kg
    Eigen::Vector3d inertia
        = Eigen::Vector3d::Ones();  // kg m², principal moments about `com`, prop's axes
    double friction = 0.8;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // at the start, where it rests
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Eigen::Vector3d com = Eigen::Vector3d::Zero();  // m, of its shape; zero without a hinge
    std::optional<Hinge> hinge = {};
};

/// The prop's rotation once it has turned by `angle` about its hinge.
[[nodiscard]] Eigen::Quaterniond turned(const SceneProp&, double angle);

/// Farthest of the prop from the axis of its hinge [m].
[[nodiscard]] double swing_radius(const SceneProp&);

/// About the axis of its hinge [kg m²].
[[nodiscard]] double hinge_inertia(const SceneProp&);

/// Principal moments of a solid of even density: a box along its axes, a sphere, or a capsule along
/// x.
[[nodiscard]] Eigen::Vector3d solid_inertia(const Shape&, double mass);

/// How far the solid reaches below its origin when turned like that [m].
[[nodiscard]] double depth_below(const Shape&, const Eigen::Quaterniond& rotation);

/// The shape of a prop in the world frame, where the prop is there.
[[nodiscard]] Shape placed(
    const Shape&, const Eigen::Vector3d& position, const Eigen::Quaterniond& rotation);

}  // namespace gambol
