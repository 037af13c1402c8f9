// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <vector>

namespace gambol {

struct Ball {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    double radius = 0;
};

/// Balls whose convex hull is the shape's, in its frame: two of a capsule, the corners of a box,
/// the vertices of a mesh. Planes and heightfields have none.
[[nodiscard]] std::vector<Ball> hull_balls(const Shape& shape);

/// The same with one more in the middle of a capsule, for asking what is near it: between the ends
/// there may be an edge.
[[nodiscard]] std::vector<Ball> probe_balls(const Shape& shape);

/// Points along the edges of a box, corners included, no farther apart than `spacing`.
[[nodiscard]] std::vector<Eigen::Vector3d> edge_points(const Box& box, double spacing);

/// The twelve edges of a box, from corner to corner.
struct Edge {
    Eigen::Vector3d from, to;
};
[[nodiscard]] std::vector<Edge> edges_of(const Box& box);

}  // namespace gambol
