// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <string>

namespace gambol::app {

/// The frames up to `frame` of the run in `directory`, for RunControl::resume_from. The scene is
/// one of cloth. Throws InputError when there is no such run or frame, or its cloth is not that of
/// the scene.
std::string earlier_frames(const std::filesystem::path& directory, const Scene& scene, int frame);

}  // namespace gambol::app
