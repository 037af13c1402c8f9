// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

/// Binary glTF 2.0. Below the node "gambol", which carries up axis and scale: each character as an
/// armature with one skinned mesh and one animation of its name (gltf_rig.hpp), surfaces, props and
/// target markers, cloth as morph targets when it is small enough (gltf_cloth.hpp). Props and cloth
/// move in the animation of the only character, or in one named "props" where there are several.
/// When contacts carry load stands in `extras` of characters and props.
///
/// With RigKind::nodes a node per body under its parent instead, with the body's own shapes, a
/// plate per contact patch that shows while it carries load, and all in one animation.
[[nodiscard]] std::string motion_to_glb(const Motion& motion, const ExportOptions& options = {});

Exported write_glb(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options = {});

}  // namespace gambol::io
