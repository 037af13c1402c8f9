// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <filesystem>
#include <string>

namespace gambol {

/// What one run leaves behind.
struct RunRecord {
    std::string scene_yaml;  // as read, defaults filled in
    std::string versions_json;  // what made it
    Motion motion;
    RunReport report;
};

/// Throws InputError when a run could not be written there: the place is not writable, or holds
/// something that is not a run. An earlier run or an empty directory may be replaced.
void check_run_directory(const std::filesystem::path& directory);

/// Writes every file of a run directory (docs/cli.md) and makes it appear all at once, replacing an
/// earlier run. The motion is audited as it reads back from motion.json; the report returned is the
/// one written, with that audit in it and its status downgraded to audit_failed where it applies.
RunReport write_run_directory(const std::filesystem::path& directory, const RunRecord&);

}  // namespace gambol
