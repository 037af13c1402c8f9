// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

/// Who touches when: one row per contact patch, a bar while it is loaded, filled to the height of
/// its normal force, over a time axis. A self-contained SVG picture.
[[nodiscard]] std::string contacts_svg(const Motion& motion);

/// No option changes it.
Exported write_contacts_svg(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& = {});

}  // namespace gambol::io
