// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gambol::app {

/// The scene file that SCENE names: a path, or the name of a scene that came with the program.
/// Throws InputError when it is a motion, or there is nothing of that name.
[[nodiscard]] std::filesystem::path scene_argument(const std::string& scene);

}  // namespace gambol::app
