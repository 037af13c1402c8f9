// SPDX-License-Identifier: MIT
#include "gambol/io/motion/kept_files.hpp"

#include "gambol/io/export/exporters.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

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
        using Copy = fs::copy_options;
        const Copy whole = Copy::recursive | Copy::copy_symlinks;
        fs::copy(entry.path(), fresh / name, whole | Copy::create_hard_links, error);
        if (error) {
            fs::remove_all(fresh / name, error);
            fs::copy(entry.path(), fresh / name, whole, error);
        }
        if (error)
            throw InputError(entry.path().string() + ": cannot be kept: " + error.message());
    }
}

}  // namespace gambol::io
