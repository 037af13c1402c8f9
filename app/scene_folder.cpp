// SPDX-License-Identifier: MIT
#include "scene_folder.hpp"

#include <algorithm>

namespace gambol::app {

namespace fs = std::filesystem;

fs::path scene_folder()
{
    std::error_code error;
    for (fs::path path = fs::read_symlink("/proc/self/exe", error); path.has_relative_path();
         path = path.parent_path())
        if (fs::is_directory(path.parent_path() / "scenes", error))
            return path.parent_path() / "scenes";
    return {};
}

std::vector<fs::path> shipped_scenes()
{
    std::vector<fs::path> result;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(scene_folder(), error))
        if (entry.path().extension() == ".yaml")
            result.push_back(entry.path());
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace gambol::app
