// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"
#include "say.hpp"

#include "gambol/io/export/exporters.hpp"
#include "gambol/io/export/video.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/motion/cycle.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <functional>
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
    result.rig = arguments.rig == "nodes" ? io::RigKind::nodes : io::RigKind::skin;
    result.rest = arguments.rest == "t" ? io::RestPose::t
        : arguments.rest == "a"         ? io::RestPose::a
                                        : io::RestPose::zero;
    if (!arguments.size.empty())
        result.size = io::picture_size(arguments.size);
    return result;
}

/// How far a film is: on a terminal in one line that is written over, elsewhere a line for every
/// tenth of it.
std::function<void(int, int)> film_progress(const std::string& name)
{
    const auto began = std::chrono::steady_clock::now();
    const bool watched = isatty(STDERR_FILENO);
    return [name, began, watched](int frame, int frames) {
        const double spent
            = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        const double left = spent * (frames - frame) / frame;
        if (watched)
            tell_terminal("{}",
                frame == frames ? std::string("\r\x1b[K")
                                : fmt::format("\r{}: frame {} of {}, {:.0f} s left\x1b[K", name,
                                    frame, frames, left));
        else if (10 * frame / frames != 10 * (frame - 1) / frames)
            say("{}: frame {} of {}\n", name, frame, frames);
    };
}

/// Says what was written, and what of the motion a format could not hold.
void tell(const io::Exported& exported)
{
    for (const RunWarning& note : exported.notes)
        say("gambol: {}\n", note.what);
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

/// There must be a frame to write, and at the asked-for rate two of them.
void refuse_too_short(const Motion& motion, const ExportArguments& arguments, const fs::path& file)
{
    if (motion.times.empty())
        throw io::InputError(
            fmt::format("{}: has no samples, so there is nothing to export", file.string()));
    const double length = motion.times.back() - motion.times.front();
    if (arguments.fps && length > 0 && *arguments.fps * length < 1)
        throw io::InputError(fmt::format("--fps {:g}: the motion is {:g} s long, less than one "
                                         "frame; at least {:.3g} are needed",
            *arguments.fps, length, 1 / length));
}

}  // namespace

int export_motion(const ExportArguments& arguments)
{
    std::vector<const io::Exporter*> chosen;
    for (const std::string& format : arguments.to)
        chosen.push_back(&io::exporter(format));

    const fs::path file = motion_file(arguments.motion);
    Motion motion = io::read_motion_json(file);
    refuse_too_short(motion, arguments, file);
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
    std::vector<fs::path> films;
    for (const io::Exporter* exporter : chosen) {
        const fs::path target = folder / fmt::format("{}.{}", stem, exporter->name);
        if (exporter->film)
            films.push_back(target);
        else
            tell(exporter->write(motion, target, chosen_options));
    }
    if (!films.empty()) {
        chosen_options.on_frame = film_progress(films.front().string());
        tell(io::write_films(motion, films, chosen_options));
    }
    return exit_done;
}

}  // namespace gambol::app
