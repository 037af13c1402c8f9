// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/motion/sweep.hpp"
#include "gambol/parallel/deadline.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gambol::io {

/// What one run leaves behind.
struct RunRecord {
    std::string scene_yaml;  // as read, defaults filled in
    std::string versions_json;  // what made it
    Motion motion;
    RunReport report;  // its audit is of the motion as it reads back from motion.json
    std::optional<Motion> written = {};  // the motion as it reads back, where that is known already
    /// After it, what can be made later from motion.json is left out of long motions.
    Deadline deadline = {};
    /// The body before and after its proportions changed, for character.yaml and form.png.
    std::optional<std::pair<Character, Character>> reshaped = {};
};

/// Throws InputError when a run could not be written there: the place is not writable, or holds
/// something that is not a run. An earlier run or an empty directory may be replaced.
void check_run_directory(const std::filesystem::path& directory);

/// Writes every file of a run directory (docs/cli.md) and makes it appear all at once, replacing an
/// earlier run, of which files that are not gambol's stay. Returns the report as written: with
/// warnings about files that could not hold all, or were left out.
RunReport write_run_directory(const std::filesystem::path& directory, const RunRecord&);

/// Writes several runs of one scene into one directory, which appears all at once like that of a
/// single run: a complete run directory for each, called solution_name(), and solutions.json.
/// Returns the reports as written.
std::vector<RunReport> write_solutions_directory(const std::filesystem::path& directory,
    const std::vector<RunRecord>& solutions, const std::string& solutions_json);

/// Writes a gait at several speeds into one directory: a complete run directory for each, called
/// speed_name(), and sweep.json, sweep.svg, sweep.png and sweep.html. Returns the reports as
/// written.
std::vector<RunReport> write_sweep_directory(const std::filesystem::path& directory,
    const std::string& name, const std::vector<RunRecord>&, const std::vector<SweepPoint>&);

/// speed-3.5 for 3.5 m/s.
[[nodiscard]] std::string speed_name(double speed);

/// solution-1, solution-2, … for 0, 1, ….
[[nodiscard]] std::string solution_name(std::size_t index);

}  // namespace gambol::io
