// SPDX-License-Identifier: MIT
#include "gambol/io/motion/kept_files.hpp"

#include "gambol/io/export/exporters.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace gambol::io {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 17> kOwnFiles { "scene.yaml", "motion.json", "report.json",
    "versions.json", "cost.csv", "view.html", "view.meshes.js", "verify.json", "AUDIT-FAILED.txt",
    "character.yaml", "form.png", "solutions.json", "sweep.json", "sweep.svg", "sweep.png",
    "sweep.html", "motion.meshes.js" };

/// Made by a run, or by `gambol export` of what was there before: then it would be out of date.
bool is_own_file(const std::string& name)
{
    if (std::find(kOwnFiles.begin(), kOwnFiles.end(), name) != kOwnFiles.end())
        return true;
    for (const Exporter& exporter : exporters())
        if (name == exporter.run_file || name == "motion." + exporter.name
            || ((name.starts_with("loop-") || name.starts_with("motion-"))
                && name.ends_with("." + exporter.name)))
            return true;
    return (name.starts_with("cloth.") || name.starts_with("cloth-"))
        && (name.ends_with(".obj") || name.ends_with(".pc2"));
}

bool is_own_folder(const fs::path& folder)
{
    const std::string name = folder.filename().string();
    return (name.starts_with("solution-") || name.starts_with("speed-"))
        && file_fault(folder / "motion.json").empty();
}

/// Meshes of surfaces have the names of surfaces; the motion says them.
std::string old_motion(const fs::path& run)
{
    try {
        return read_input_file(run / "motion.json", kMostMotion);
    } catch (const InputError&) {
        return {};
    }
}

/// The same file under another name where the file system has such, else a copy. Pipes and sockets
/// that cannot be linked hold nothing that would be lost.
void keep(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    const fs::file_status what = fs::symlink_status(from, error);
    if (fs::is_directory(what)) {
        fs::create_directory(to, from, error);
        for (auto entry = fs::directory_iterator(from, error);
             !error && entry != fs::directory_iterator(); entry.increment(error))
            keep(entry->path(), to / entry->path().filename());
    } else if (linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) != 0
        && (fs::is_regular_file(what) || fs::is_symlink(what)))
        fs::copy(from, to, fs::copy_options::copy_symlinks, error);
    if (error)
        throw InputError(from.string() + ": cannot be kept: " + error.message());
}

}  // namespace

void keep_foreign_files(const fs::path& old, const fs::path& fresh)
{
    std::error_code error;
    std::string motion;
    for (const fs::directory_entry& entry : fs::directory_iterator(old, error)) {
        const std::string name = entry.path().filename().string();
        if (is_own_file(name) || fs::exists(fs::symlink_status(fresh / name, error))
            || (entry.is_directory(error) && is_own_folder(entry.path())))
            continue;
        if (name.ends_with(".obj")) {
            motion = motion.empty() ? old_motion(old) : motion;
            if (motion.find("\"" + name + "\"") != std::string::npos)
                continue;
        }
        keep(entry.path(), fresh / name);
    }
}

}  // namespace gambol::io
