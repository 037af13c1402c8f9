// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace gambol::app {

/// The scenes that came with the program: in the nearest folder `scenes` above the executable.
/// Empty when there is none.
std::filesystem::path scene_folder();

/// Their files, by name.
std::vector<std::filesystem::path> shipped_scenes();

}  // namespace gambol::app
