// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/drawing.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>

namespace gambol::render {

struct RayHit {
    float distance = std::numeric_limits<float>::infinity();
    Eigen::Vector3f normal = Eigen::Vector3f::UnitZ();  // unit, out of the solid
    const Look* look = nullptr;
    float edge = std::numeric_limits<float>::infinity();  // m to the nearest edge of a box
};

/// Sixteen rays at once: neighbours meet the same solids, which costs a third of asking one by one.
struct RayBatch {
    static constexpr int kSize = 16;
    alignas(64) float origin[3][kSize] = {}, direction[3][kSize] = {}, length[kSize] = {};
    alignas(64) std::uint32_t mask[kSize] = {};
    alignas(64) int active[kSize] = {};  // −1 asks, 0 does not

    void set(int i, const Eigen::Vector3f& origin_in, const Eigen::Vector3f& unit_direction,
        float length_in, std::uint32_t mask_in);
};

/// Rays have single precision, in which squares of more have no room [m].
inline constexpr float kFarthest = 1e15f;

/// A solid or an eye is farther away.
struct TooLargeToDraw : std::runtime_error {
    TooLargeToDraw();
};

/// Drawings that rays can be shot at. Each drawing has a 32-bit mask and is seen only by rays whose
/// mask shares a bit with it. Queries are const and may come from many threads between commits.
class RayScene {
public:
    RayScene();
    ~RayScene();
    RayScene(RayScene&&) noexcept;

    /// Drawings with `keep` stay when the others are cleared.
    void add(const Drawing&, std::uint32_t mask, bool keep = false);
    void clear();
    void commit();  // throws TooLargeToDraw

    /// Nearest hit of each active ray; entries of rays that meet nothing keep `look` null.
    void intersect(const RayBatch&, RayHit (&hits)[RayBatch::kSize]) const;

    /// Bit i tells whether anything stands in the way of ray i.
    [[nodiscard]] std::uint32_t occluded(const RayBatch&) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gambol::render
