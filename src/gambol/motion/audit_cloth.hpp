// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit_world.hpp"
#include "gambol/motion/cloth_intersections.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gambol::audit_detail {

/// Cloth against a solid that has no triangles of its own.
struct SolidFinding {
    std::string name;  // e.g. "cape in ball"
    double distance = 0;  // m; negative inside
};

/// Two solids that share space where cloth is: it cannot be outside of both.
struct SolidOverlap {
    std::string name;  // e.g. "press and anvil"
    double depth = 0;  // m, at least
};

/// All cloth of a motion and everything it may meet. Boxes and meshes are triangles and compared
/// edge by edge; spheres, capsules and planes as the solids they are (a triangle's distance to them
/// is exact up to rounding); heightfields at the vertices of the cloth.
class ClothWorld {
public:
    explicit ClothWorld(const World& world);
    ~ClothWorld();

    /// How far the smallest distance is looked for [m]: twice the thickness of the cloth, or a
    /// quarter of the shortest edge where it says none. Neighbours on a sheet are farther apart.
    [[nodiscard]] double reach() const;

    [[nodiscard]] ClothFrameFindings find(int k, double reach);

    /// The frame given last to find(); entries only for what is nearer than `reach`.
    [[nodiscard]] std::vector<SolidFinding> compare_with_solids(int k, double reach) const;

    /// The frame given last to find(), at the vertices that are inside something; each pair once.
    [[nodiscard]] std::vector<SolidOverlap> overlaps_at_cloth(int k) const;

    /// "cape edge 3-4 through ball triangle 7".
    [[nodiscard]] std::string name_pair(
        const Eigen::Vector2i& edge, const std::string& how, int triangle) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Each edge once.
[[nodiscard]] std::vector<Eigen::Vector2i> cloth_edges(const MotionCloth& cloth);

/// kg; for cloth that does not say its density, shares of one kilogram.
[[nodiscard]] std::vector<double> vertex_masses(const MotionCloth& cloth);

}  // namespace gambol::audit_detail
