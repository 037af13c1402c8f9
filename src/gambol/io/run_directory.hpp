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

/// A report as it is written: with the audit of the motion as it reads back from motion.json, and
/// the status downgraded to audit_failed where it applies.
[[nodiscard]] RunReport final_report(RunReport, const Motion& read_back);

/// Writes every file of a run directory (docs/cli.md) and makes it appear all at once, replacing an
/// earlier run. Returns the final report, which is the one written.
RunReport write_run_directory(const std::filesystem::path& directory, const RunRecord&);

}  // namespace gambol
