// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"

#include "gambol/io/export/exporters.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <unistd.h>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

io::ExportOptions options(const ExportArguments& arguments)
{
    io::ExportOptions result;
    result.fps = arguments.fps.value_or(0);
    if (!arguments.up.empty())
        result.up = arguments.up.front();
    if (!arguments.scale.empty())
        result.scale = arguments.scale == "cm" ? 100 : 1;
    result.strain = arguments.strain;
    return result;
}

/// Writes one format and says what was written; films show how far they are.
void write(const io::Exporter& exporter, const Motion& motion, const fs::path& file,
    io::ExportOptions options)
{
    const bool watched = isatty(STDERR_FILENO);
    if (watched)
        options.on_frame = [&](int frame, int frames) {
            fmt::print(stderr, "\r{}: frame {} of {}\x1b[K", file.string(), frame, frames);
            if (frame == frames)
                fmt::print(stderr, "\r\x1b[K");
        };
    const io::Exported exported = exporter.write(motion, file, options);
    for (const RunWarning& note : exported.notes)
        fmt::print(stderr, "gambol: {}\n", note.what);
    for (const fs::path& written : exported.files)
        fmt::print("{}\n", written.string());
    std::fflush(stdout);
}

}  // namespace

int export_motion(const ExportArguments& arguments)
{
    std::vector<const io::Exporter*> chosen;
    for (const std::string& format : arguments.to)
        chosen.push_back(&io::exporter(format));

    const fs::path file = motion_file(arguments.motion);
    const Motion motion = io::read_motion_json(file);
    const fs::path folder
        = arguments.output.empty() ? file.parent_path() : fs::path(arguments.output);
    std::error_code error;
    if (!folder.empty() && !fs::is_directory(folder, error)
        && !fs::create_directories(folder, error))
        throw io::InputError(
            fmt::format("{}: cannot create: {}", folder.string(), error.message()));
    for (const io::Exporter* exporter : chosen)
        write(*exporter, motion,
            folder / fmt::format("{}.{}", file.stem().string(), exporter->name),
            options(arguments));
    return exit_done;
}

}  // namespace gambol::app
