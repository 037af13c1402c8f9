// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/drawing.hpp"

#include <cstdint>
#include <limits>
#include <memory>

namespace gambol {

struct RayHit {
    float distance = std::numeric_limits<float>::infinity();
    Eigen::Vector3f normal = Eigen::Vector3f::UnitZ();  // unit, out of the solid
    const Look* look = nullptr;
    float edge = std::numeric_limits<float>::infinity();  // m to the nearest edge of a box
};

/// Drawings that rays can be shot at. Each drawing has a 32-bit mask and is seen only by rays whose
/// mask shares a bit with it. Queries are const and may come from many threads between commits.
class RayScene {
public:
    RayScene();
    ~RayScene();
    RayScene(RayScene&&) noexcept;

    /// Drawings with `keep` stay when the others are cleared.
    void add(Drawing, std::uint32_t mask, bool keep = false);
    void clear();
    void commit();

    /// `direction` is a unit vector. Nearest hit nearer than hit.distance; false leaves `hit`
    /// alone.
    bool intersect(const Eigen::Vector3f& origin, const Eigen::Vector3f& direction,
        std::uint32_t mask, RayHit& hit) const;
    [[nodiscard]] bool occluded(const Eigen::Vector3f& origin, const Eigen::Vector3f& direction,
        float length, std::uint32_t mask) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gambol
