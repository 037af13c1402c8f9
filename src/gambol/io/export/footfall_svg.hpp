// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/plot/plot_picture.hpp"

namespace gambol::io {

/// Footfall chart of a motion that repeats [Wampler 2009, fig. 3]: one row per foot of its first
/// character, front feet first, a bar while it stands, over two cycles that begin with the first
/// foot's touch-down.
[[nodiscard]] PlotPicture footfall_chart(const Motion&);

[[nodiscard]] bool has_footfalls(const Motion&);

/// No option changes it. Throws InputError when the motion does not repeat.
Exported write_footfall_svg(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& = {});

}  // namespace gambol::io
