// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

/// One row per sample, one named column per number: time; for each body <owner>/<body>.px py pz
/// (position) qw qx qy qz (rotation); for each contact <owner>/<contact>.activation with fx fy fz
/// (N) cx cy cz (centre of pressure) torsion (N m).
[[nodiscard]] std::string motion_to_csv(const Motion& motion, const ExportOptions& options = {});

Exported write_csv(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options = {});

}  // namespace gambol::io
