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

/// Everything below a smooth surface through a regular grid of heights (geometry/heightfield.hpp),
/// over the rectangle of the grid: its sides are vertical and go down for ever.
struct Heightfield {
    Eigen::Vector2d origin = Eigen::Vector2d::Zero();  // x and y of heights(0, 0)
    Eigen::Vector2d cell = Eigen::Vector2d::Ones();  // between neighbours along x and along y, > 0
    Eigen::MatrixXd heights;  // (i, j) at origin + (i cell.x, j cell.y); at least 2 × 2

    [[nodiscard]] Eigen::Vector2d size() const
    {
        return { double(heights.rows() - 1) * cell.x(), double(heights.cols() - 1) * cell.y() };
    }
};

/// A solid in the frame of whatever carries it: a body, or the world for surfaces.
using Shape = std::variant<Plane, Box, Capsule, Sphere, Heightfield, Mesh>;

/// Lets std::visit take one lambda per alternative.
template <class... Functions> struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace gambol
