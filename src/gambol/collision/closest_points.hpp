// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <array>
#include <cstdint>

namespace gambol::collision {

enum class PairKind : std::int8_t { vertex_triangle, edge_edge };

/// How many of the four vertices of a pair belong to its side a: vertex | triangle, or edge | edge.
[[nodiscard]] constexpr int side_a_size(PairKind kind)
{
    return kind == PairKind::vertex_triangle ? 1 : 2;
}

using FourPoints = std::array<Eigen::Vector3d, 4>;

/// The closest points of a pair. Weights are positive on side a and negative on side b and sum to
/// one and minus one, so that
///
///     h = Σ w_i x_i = (point of a) − (point of b),   distance = ‖h‖,   normal = h / ‖h‖
///
/// The normal points from b to a. It is zero where the distance is.
struct ClosestPoints {
    Eigen::Vector4d weights;
    Eigen::Vector3d normal;
    double distance = 0;
};

[[nodiscard]] ClosestPoints closest_points(PairKind kind, const FourPoints& x);

/// Two parts of the mesh close to one another, with closest points as above. The gradient of the
/// distance by vertex i is w_i normal.
struct Contact {
    std::array<int, 4> vertices;
    PairKind kind = PairKind::vertex_triangle;
    Eigen::Vector4d weights;
    Eigen::Vector3d normal;
    double distance = 0;  // [m]
};

}  // namespace gambol::collision
