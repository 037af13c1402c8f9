// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"

#include "gambol/io/export/exporters.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/motion/cycle.hpp"

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

/// One cycle of a motion which repeats, at the asked-for rate.
Motion loop_of(const Motion& motion, const ExportArguments& arguments)
{
    if (motion.cycle == 0)
        throw io::InputError(
            fmt::format("--loop: '{}' does not repeat; only gaits do", motion.name));
    return one_cycle(motion, arguments.loop == "travel" ? Loop::travel : Loop::in_place,
        arguments.fps.value_or(0));
}

}  // namespace

int export_motion(const ExportArguments& arguments)
{
    std::vector<const io::Exporter*> chosen;
    for (const std::string& format : arguments.to)
        chosen.push_back(&io::exporter(format));

    const fs::path file = motion_file(arguments.motion);
    Motion motion = io::read_motion_json(file);
    io::ExportOptions chosen_options = options(arguments);
    std::string stem = file.stem().string();
    if (!arguments.loop.empty()) {
        motion = loop_of(motion, arguments);
        chosen_options.fps = 0;  // a cycle is a whole number of frames
        stem = "loop-" + arguments.loop;
    }
    const fs::path folder
        = arguments.output.empty() ? file.parent_path() : fs::path(arguments.output);
    std::error_code error;
    if (!folder.empty() && !fs::is_directory(folder, error)
        && !fs::create_directories(folder, error))
        throw io::InputError(
            fmt::format("{}: cannot create: {}", folder.string(), error.message()));
    for (const io::Exporter* exporter : chosen)
        write(
            *exporter, motion, folder / fmt::format("{}.{}", stem, exporter->name), chosen_options);
    return exit_done;
}

}  // namespace gambol::app
