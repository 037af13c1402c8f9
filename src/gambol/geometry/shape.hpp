// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <string>
#include <variant>
#include <vector>

namespace gambol {

/// Half-space below `point`; `normal` (unit) points out of the solid.
struct Plane {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
};

struct Box {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Eigen::Vector3d half_size = Eigen::Vector3d::Constant(0.5);
};

struct Capsule {
    Eigen::Vector3d from = Eigen::Vector3d::Zero();
    Eigen::Vector3d to = Eigen::Vector3d::UnitZ();
    double radius = 0.1;
};

struct Sphere {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    double radius = 0.1;
};

/// Triangles, counter-clockwise seen from outside. `file` is where it came from (may be empty).
struct Mesh {
    std::string file;
    std::vector<Eigen::Vector3d> vertices;
    std::vector<Eigen::Vector3i> triangles;
};

/// A solid in the frame of whatever carries it: a body, or the world for surfaces.
using Shape = std::variant<Plane, Box, Capsule, Sphere, Mesh>;

/// Lets std::visit take one lambda per alternative.
template <class... Functions> struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace gambol
