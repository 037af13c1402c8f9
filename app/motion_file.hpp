// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gambol::app {

/// The motion.json that RUN_OR_MOTION names; throws InputError when there is none.
std::filesystem::path motion_file(const std::string& run_or_motion);

}  // namespace gambol::app
