// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"

#include "gambol/io/bvh/bvh.hpp"
#include "gambol/io/export/contacts_svg.hpp"
#include "gambol/io/export/csv.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/io/export/gltf.hpp"
#include "gambol/io/export/gltf_cloth.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/export/picture.hpp"
#include "gambol/io/export/video.hpp"
#include "gambol/io/export/view_html.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/render/sheet.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>
#include <unistd.h>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

/// Writes one format to a file; returns what was written.
using Exporter
    = std::function<std::vector<fs::path>(const Motion&, const ExportArguments&, const fs::path&)>;

io::ExportOptions options(const ExportArguments& arguments)
{
    io::ExportOptions result;
    result.fps = arguments.fps.value_or(0);
    if (!arguments.up.empty())
        result.up = arguments.up.front();
    if (!arguments.scale.empty())
        result.scale = arguments.scale == "cm" ? 100 : 1;
    return result;
}

std::vector<fs::path> video(
    const Motion& motion, const ExportArguments& arguments, const fs::path& file)
{
    const bool watched = isatty(STDERR_FILENO);
    io::VideoOptions video;
    video.fps = arguments.fps.value_or(video.fps);
    video.picture.strain = arguments.strain;
    video.on_frame = [&](int frame, int frames) {
        if (watched)
            fmt::print(stderr, "\r{}: frame {} of {}\x1b[K", file.string(), frame + 1, frames);
    };
    io::write_video(motion, file, video);
    if (watched)
        fmt::print(stderr, "\r\x1b[K");
    return { file };
}

/// One entry per format; the name is also the file's extension.
const std::map<std::string, Exporter>& exporters()
{
    static const std::map<std::string, Exporter> table {
        { "glb",
            [](const Motion& motion, const ExportArguments& arguments, const fs::path& file) {
                io::write_glb(motion, file, options(arguments));
                if (const std::string why = io::cloth_left_out_of_glb(motion); !why.empty())
                    fmt::print(stderr, "gambol: {}\n", why);
                return std::vector { file };
            } },
        { "bvh",
            [](const Motion& motion, const ExportArguments& arguments, const fs::path& file) {
                return io::write_bvh(motion, file, options(arguments));
            } },
        { "csv",
            [](const Motion& motion, const ExportArguments& arguments, const fs::path& file) {
                io::write_csv(motion, file, options(arguments));
                return std::vector { file };
            } },
        { "html",
            [](const Motion& motion, const ExportArguments&, const fs::path& file) {
                return io::write_view_page(motion, file);
            } },
        { "svg",
            [](const Motion& motion, const ExportArguments&, const fs::path& file) {
                io::write_export(file, io::contacts_svg(motion));
                return std::vector { file };
            } },
        { "png",
            [](const Motion& motion, const ExportArguments& arguments, const fs::path& file) {
                io::write_png(render::contact_sheet(motion, { .strain = arguments.strain }), file);
                return std::vector { file };
            } },
        { "mp4", video },
        { "gif", video },
    };
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
            throw io::InputError(fmt::format("--to: unknown format '{}'{} (known: {})", format,
                io::did_you_mean(format, export_formats()), io::joined(export_formats())));

    const fs::path file = motion_file(arguments.motion);
    const Motion motion = io::read_motion_json(file);
    const fs::path folder
        = arguments.output.empty() ? file.parent_path() : fs::path(arguments.output);
    std::error_code error;
    if (!folder.empty() && !fs::is_directory(folder, error)
        && !fs::create_directories(folder, error))
        throw io::InputError(
            fmt::format("{}: cannot create: {}", folder.string(), error.message()));
    for (const std::string& format : arguments.to) {
        const fs::path target = folder / fmt::format("{}.{}", file.stem().string(), format);
        for (const fs::path& written : exporters().at(format)(motion, arguments, target))
            fmt::print("{}\n", written.string());
        std::fflush(stdout);
    }
    return exit_done;
}

}  // namespace gambol::app
