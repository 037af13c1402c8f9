// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace gambol::render {

/// Picture in sRGB: rows from top to bottom, three bytes per pixel.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // width × height × 3

    Image() = default;
    Image(int width_in, int height_in)
        : width(width_in)
        , height(height_in)
        , rgb(std::size_t(width_in) * std::size_t(height_in) * 3)
    {
    }

    [[nodiscard]] std::uint8_t* pixel(int x, int y)
    {
        return rgb.data() + 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
    }
    [[nodiscard]] const std::uint8_t* pixel(int x, int y) const
    {
        return rgb.data() + 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
    }

    friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace gambol::render
