// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/image.hpp"

#include <filesystem>

namespace gambol::io {

/// Same image, same bytes: the file holds no date. Throws InputError when it cannot be written or
/// the image is empty, which PNG cannot express.
void write_png(const render::Image&, const std::filesystem::path&);

/// Any PNG, brought to 8-bit RGB without alpha.
[[nodiscard]] render::Image read_png(const std::filesystem::path&);

}  // namespace gambol::io
