// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/closest_points.hpp"

#include <array>

namespace gambol::cloth {

/// A push that held two parts of the mesh apart over a step. What rests goes on resting: the next
/// step begins with it.
struct CarriedImpulse {
    std::array<int, 4> vertices;
    collision::PairKind kind = collision::PairKind::vertex_triangle;
    double impulse = 0;  // times dt, as the multipliers of zones [kg m]

    friend bool operator==(const CarriedImpulse&, const CarriedImpulse&) = default;
};

}  // namespace gambol::cloth
