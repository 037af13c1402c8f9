// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"
#include "say.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/export/view_html.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <unistd.h>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

/// The page of a run, or one made now for a motion that has none.
fs::path viewer_page(const std::string& run_or_motion)
{
    const fs::path file = motion_file(run_or_motion);
    std::error_code ignored;
    const fs::path ready = file.parent_path() / "view.html";
    if (file.filename() == "motion.json" && fs::is_regular_file(ready, ignored))
        return ready;
    const Motion motion = io::read_motion_json(file);
    if (motion.times.empty())
        throw io::InputError(
            fmt::format("{}: has no samples, so there is nothing to see", file.string()));
    const fs::path beside = fs::path(file).replace_extension(".html");
    try {
        io::write_view_page(motion, beside);
        return beside;
    } catch (const io::InputError&) {  // a place we may only read
        // A directory of our own: others may have put something under any name we would choose.
        std::string own = (fs::temp_directory_path() / "gambol-view-XXXXXX").string();
        if (!mkdtemp(own.data()))
            throw;
        const fs::path elsewhere = own / beside.filename();
        io::write_view_page(motion, elsewhere);
        return elsewhere;
    }
}

std::string file_url(const fs::path& path)
{
    std::string url = "file://";
    for (const char c : fs::absolute(path).lexically_normal().string())
        url += std::isalnum(static_cast<unsigned char>(c))
                || std::string_view("/-._~").find(c) != std::string_view::npos
            ? std::string(1, c)
            : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return url;
}

bool has_display()
{
    const char* x11 = std::getenv("DISPLAY");
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    return (x11 && *x11) || (wayland && *wayland);
}

/// Hands the address to the desktop's browser and does not wait for it.
bool open_in_browser(const std::string& url)
{
    posix_spawn_file_actions_t silence;
    posix_spawn_file_actions_init(&silence);
    posix_spawn_file_actions_addopen(&silence, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&silence, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::string program = "xdg-open", argument = url;
    char* arguments[] = { program.data(), argument.data(), nullptr };
    pid_t child = 0;
    const int failed = posix_spawnp(&child, "xdg-open", &silence, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&silence);
    return !failed;
}

}  // namespace

int view(const ViewArguments& arguments)
{
    const fs::path page = viewer_page(arguments.motion);
    fmt::print("{}\n", page.string());
    const std::string url = file_url(page);
    if (!has_display() || !open_in_browser(url))
        say("open it in a browser: {}\n", url);
    return exit_done;
}

}  // namespace gambol::app
