// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/scene/motion_source.hpp"

#include <filesystem>

namespace gambol::io {

/// Reads `start` of the scene `root`. `world` and `characters` that the scene does not state itself
/// are copied from the scene that made the motion, where there is one.
[[nodiscard]] MotionSource read_start(
    YamlNode& root, const std::filesystem::path& folder, const ReadTree& read_tree);

/// Makes what the start's file holds the reference of the scene; a scene that is to be run first
/// only lends its duration for now.
void take_start(const MotionSource& start, LoadedScene& loaded);

/// Makes the motion of the scene that was run first the reference.
void refine_first(const Motion& motion, LoadedScene& loaded);

}  // namespace gambol::io
