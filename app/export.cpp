// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"

#include "gambol/io/bvh.hpp"
#include "gambol/io/contacts_svg.hpp"
#include "gambol/io/csv.hpp"
#include "gambol/io/gltf.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion_json.hpp"
#include "gambol/io/picture.hpp"
#include "gambol/io/text_file.hpp"
#include "gambol/io/video.hpp"
#include "gambol/io/view_html.hpp"
#include "gambol/io/yaml_value.hpp"
#include "gambol/render/sheet.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

using Exporter = std::function<void(const Motion&, const ExportArguments&, const fs::path&)>;

/// One line per format: the name is also the file's extension.
const std::map<std::string, Exporter>& exporters()
{
    static const std::map<std::string, Exporter> table {};
    return table;
}

}  // namespace

std::vector<std::string> export_formats()
{
    std::vector<std::string> names;
    for (const auto& [name, exporter] : exporters())
        names.push_back(name);
    return names;
}

int export_motion(const ExportArguments& arguments)
{
    for (const std::string& format : arguments.to)
        if (!exporters().contains(format))
            throw InputError(fmt::format("--to: unknown format '{}'{} (known: {})", format,
                did_you_mean(format, export_formats()), joined(export_formats())));

    const fs::path file = motion_file(arguments.motion);
    const Motion motion = read_motion_json(file);
    const fs::path folder
        = arguments.output.empty() ? file.parent_path() : fs::path(arguments.output);
    std::error_code error;
    if (!folder.empty() && !fs::is_directory(folder, error)
        && !fs::create_directories(folder, error))
        throw InputError(fmt::format("{}: cannot create: {}", folder.string(), error.message()));
    for (const std::string& format : arguments.to) {
        const fs::path target = folder / fmt::format("{}.{}", file.stem().string(), format);
        exporters().at(format)(motion, arguments, target);
        fmt::print("{}\n", target.string());
        std::fflush(stdout);
    }
    return exit_done;
}

}  // namespace gambol::app
