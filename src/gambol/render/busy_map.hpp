// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/drawing.hpp"

#include <vector>

namespace gambol::render {

struct Stage;

/// Where in a picture solids, annotations or shadows may be, in blocks of 8 × 8 pixels. The rest is
/// plain ground and background, for which one ray per pixel and no shadow ray is exact; in most
/// pictures that is most of it.
class BusyMap {
public:
    static constexpr int kBlock = 8;

    /// Everything is busy.
    BusyMap() = default;

    /// Nothing is busy yet. Everything stays busy where the stage has several grounds, whose seams
    /// need all rays. `stage` must be complete but for its map.
    explicit BusyMap(const Stage&);

    void mark_solids(const Stage&, const Drawing&);  // and their shadows
    void mark_annotations(const Stage&, const Drawing&);

    [[nodiscard]] bool at(int x, int y) const
    {
        return blocks_.empty()
            || blocks_[std::size_t(y / kBlock) * std::size_t(columns_) + std::size_t(x / kBlock)];
    }

private:
    struct Ball {
        Eigen::Vector3f center;
        float radius;
    };
    static std::vector<Ball> cover(const Drawing&);
    void mark_ball(const Stage&, const Ball&);
    void mark_disc_on_ground(const Stage&, const Eigen::Vector3f& center, float radius);
    void mark_pixels(float x0, float y0, float x1, float y1);

    int columns_ = 0, rows_ = 0;
    std::vector<char> blocks_;  // empty: all busy
};

}  // namespace gambol::render
