// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

/// Binary glTF 2.0: a node per body under its parent, with animated translation and rotation and
/// the body's real shapes; surfaces, props and target markers; a marker per contact patch that
/// shows while the patch carries load; cloth as morph targets when it is small enough
/// (gltf_cloth.hpp). Up axis and scale are those of the node "gambol" above them
/// all.
[[nodiscard]] std::string motion_to_glb(const Motion& motion, const ExportOptions& options = {});

Exported write_glb(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options = {});

}  // namespace gambol::io
