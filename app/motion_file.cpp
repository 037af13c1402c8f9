// SPDX-License-Identifier: MIT
#include "motion_file.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

namespace gambol::app {

namespace {

/// Of those in a directory, by name.
std::filesystem::path first_run(const std::filesystem::path& directory)
{
    std::filesystem::path first;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        if (entry.is_directory() && (first.empty() || entry.path() < first))
            first = entry.path();
    return first;
}

}  // namespace

std::filesystem::path motion_file(const std::string& run_or_motion)
{
    const std::filesystem::path path = run_or_motion;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw io::InputError(fmt::format("{}: no such file or directory", run_or_motion));
    if (!std::filesystem::is_directory(path, ignored))
        return path;
    for (const char* list : { "solutions.json", "sweep.json" })
        if (std::filesystem::is_regular_file(path / list, ignored))
            throw io::InputError(fmt::format("{}: holds several runs; name one of them, e.g. {}",
                run_or_motion, first_run(path).string()));
    if (!std::filesystem::is_regular_file(path / "motion.json", ignored))
        throw io::InputError(
            fmt::format("{}: not a run directory, it has no motion.json", run_or_motion));
    return path / "motion.json";
}

}  // namespace gambol::app
