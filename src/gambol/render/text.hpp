// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/image.hpp"

#include <Eigen/Dense>

#include <array>
#include <string_view>

namespace gambol::render {

/// Width in pixels of a line whose capitals are `height` pixels high.
[[nodiscard]] double text_width(std::string_view text, double height);

/// Draws one line of ASCII text with its baseline starting at `origin` (pixels, y down). Characters
/// the built-in pen does not know are drawn as a box.
void draw_text(Image&, const Eigen::Vector2d& origin, double height, std::string_view text,
    const std::array<std::uint8_t, 3>& color);

/// A filled rectangle, blended by `opacity`; clipped to the image.
void fill_rectangle(Image&, int x, int y, int width, int height,
    const std::array<std::uint8_t, 3>& color, double opacity = 1);

}  // namespace gambol::render
