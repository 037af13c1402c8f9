// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

/// Biovision hierarchy of one character: a joint per body, offsets from the zero pose (all body
/// frames parallel), rotations R = Rz Rx Ry in degrees without jumps, six channels at the root.
/// Joints keep their usual place in the parent, so a joint gap of the motion is lost here.
[[nodiscard]] std::string character_to_bvh(
    const Motion& motion, int character, const ExportOptions& options = {});

/// Writes `file` for one character; for several, one file each with the name added to the stem
/// (motion-ann.bvh).
Exported write_bvh(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options = {});

}  // namespace gambol::io
