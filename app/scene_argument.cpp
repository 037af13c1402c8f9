// SPDX-License-Identifier: MIT
#include "scene_argument.hpp"

#include "scene_folder.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

namespace gambol::app {

namespace fs = std::filesystem;

fs::path scene_argument(const std::string& scene)
{
    const fs::path path = scene;
    std::error_code ignored;
    const bool run
        = fs::is_directory(path, ignored) && io::file_fault(path / "motion.json").empty();
    if (run || (path.extension() == ".json" && fs::exists(path, ignored)))
        throw io::InputError(
            fmt::format("{}: is a motion, not a scene; gambol view shows it, gambol "
                        "verify judges it, gambol export takes it elsewhere",
                scene));
    if (fs::exists(fs::symlink_status(path, ignored)) || path.has_parent_path())
        return path;
    std::vector<std::string> names;
    for (const fs::path& shipped : shipped_scenes()) {
        if (shipped.stem() == path || shipped.filename() == path)
            return shipped;
        names.push_back(shipped.stem().string());
    }
    throw io::InputError(fmt::format("{}: no such file, and no scene of that name{} (gambol list "
                                     "scenes names those that there are)",
        scene, io::did_you_mean(path.stem().string(), names)));
}

}  // namespace gambol::app
