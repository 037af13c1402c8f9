// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/camera.hpp"
#include "gambol/render/image.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace gambol::test {

using Rgb = std::array<int, 3>;

inline Rgb color_at(const render::Image& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    return { p[0], p[1], p[2] };
}

/// Colour of the pixel that shows a world point.
inline Rgb color_at(const render::Image& image, const render::Camera& camera, const Eigen::Vector3d& point)
{
    const Eigen::Vector2d p = render::project(camera, image.width, image.height, point).value();
    return color_at(image, int(std::floor(p.x())), int(std::floor(p.y())));
}

inline int brightness(const Rgb& c)
{
    return c[0] + c[1] + c[2];
}

/// Largest difference of any channel of the pixel.
inline int difference(const render::Image& a, const render::Image& b, int x, int y)
{
    int worst = 0;
    for (int c = 0; c < 3; ++c)
        worst = std::max(worst, std::abs(int(a.pixel(x, y)[c]) - int(b.pixel(x, y)[c])));
    return worst;
}

inline int changed_pixels(const render::Image& a, const render::Image& b, int threshold)
{
    int count = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            count += difference(a, b, x, y) > threshold;
    return count;
}

/// Pixels of the green of forces and contacts, which nothing else has.
inline int green_pixels(const render::Image& image)
{
    int count = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const Rgb c = color_at(image, x, y);
            count += c[1] > c[0] + 40 && c[1] > c[2] + 40;
        }
    return count;
}

}  // namespace gambol::test
