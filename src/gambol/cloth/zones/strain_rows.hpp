// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/zones/impact_zone.hpp"
#include "gambol/cloth/fabric/fabric.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// Edges that an impact zone would tear: its impulses act on single light vertices, and within a
/// long step these go far. Such an edge becomes a row of the zone, C = longest − |x_b − x_a|. With
/// ê along the sum of the edge at both ends of the step, e₀ and e₁,
///
///     ê · (d_b − d_a) = (|e₁|² − |e₀|²) / |e₁ + e₀|  ≤  (longest² − |e₀|²) / |e₁ + e₀|
///
/// The impulses along ê of a pair of vertices keep momentum. Since standing still is admissible,
/// no kinetic energy is added.
class StrainRows {
public:
    /// Edges in the numbers of the collision mesh.
    explicit StrainRows(std::vector<LimitedEdge> edges);

    /// A row for every edge at a changed vertex that is longer at x_t1 than allowed, and longer
    /// than it was before any zone acted.
    [[nodiscard]] std::vector<ImpactRow> find(const Eigen::Matrix3Xd& x_t0,
        const Eigen::Matrix3Xd& x_before, const Eigen::Matrix3Xd& x_t1,
        const std::vector<char>& changed) const;

private:
    std::vector<LimitedEdge> edges_;
};

}  // namespace gambol::cloth
