// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"
#include "gambol/render/image.hpp"

namespace gambol::io {

/// Same image, same bytes: the file holds no date. Throws InputError when it cannot be written or
/// the image is empty, which PNG cannot express.
void write_png(const render::Image&, const std::filesystem::path&);

/// Any PNG, brought to 8-bit RGB without alpha.
[[nodiscard]] render::Image read_png(const std::filesystem::path&);

/// The contact sheet of a motion (render/sheet.hpp) as a PNG.
Exported write_sheet(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options = {});

}  // namespace gambol::io
