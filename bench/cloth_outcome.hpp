// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/cloth_simulation.hpp"

#include <string>

namespace gambol::bench {

/// Intersections of the present state of all cloth with itself and bodies, decided exactly.
[[nodiscard]] int count_intersections(const cloth::ClothSimulation& simulation);

/// The largest length of an edge over its length at rest.
[[nodiscard]] double largest_stretch(const cloth::ClothSimulation& simulation);

/// What an example is about, in words: how much cloth is through the funnel, how fast squares
/// slide. Empty for scenes that are not examples of the paper.
[[nodiscard]] std::string describe_outcome(
    const std::string& scene, const cloth::ClothSimulation& simulation);

}  // namespace gambol::bench
