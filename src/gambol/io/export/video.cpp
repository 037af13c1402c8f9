// SPDX-License-Identifier: MIT
#include "gambol/io/export/video.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

extern char** environ;

namespace gambol::io {

namespace {

std::filesystem::path find_ffmpeg()
{
    const char* variable = std::getenv("PATH");
    const std::string folders = variable ? variable : "";
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const std::filesystem::path program
            = std::filesystem::path(folders.substr(begin, end - begin)) / "ffmpeg";
        if (program.is_absolute() && access(program.c_str(), X_OK) == 0)
            return program;
        begin = end + 1;
    }
    return {};
}

std::vector<std::string> ffmpeg_arguments(
    const std::filesystem::path& path, int width, int height, double fps, bool gif)
{
    using Words = std::vector<std::string>;
    Words arguments { "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f",
        "rawvideo", "-pix_fmt", "rgb24", "-s", fmt::format("{}x{}", width, height), "-r",
        fmt::format("{}", fps), "-i", "pipe:0" };
    const auto add = [&](const Words& words) {
        arguments.insert(arguments.end(), words.begin(), words.end());
    };
    if (gif) {
        add({ "-filter_complex",
            "split[a][b];[a]palettegen=stats_mode=diff[p];"
            "[b][p]paletteuse=dither=bayer:bayer_scale=4",
            "-loop", "0", "-f", "gif" });
    } else {
        add({ "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p" });
        // Players guess the colour matrix by picture size unless the file names it.
        add({ "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709",
            "-color_primaries", "bt709", "-color_trc", "bt709" });
        add({ "-movflags", "+faststart", "-f", "mp4" });
    }
    // No encoder version or date in the file; a fixed thread count keeps its bytes the same
    // everywhere.
    add({ "-threads", "2", "-fflags", "+bitexact", "-flags:v", "+bitexact" });
    // A name that begins with a dash or holds a colon must stay a file name.
    add({ "file:" + path.string() });
    return arguments;
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A running ffmpeg that takes raw pictures.
class Encoder {
public:
    Encoder(const std::filesystem::path& program, const std::vector<std::string>& arguments)
        : complaints_(std::tmpfile())
    {
        // A socket, not a pipe: writing to one whose reader died returns an error, not a signal.
        int ends[2];
        if (!complaints_ || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw InputError("cannot open a channel to ffmpeg");
        channel_ = ends[0];
        std::vector<char*> words;
        for (const std::string& argument : arguments)
            words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, fileno(complaints_.get()), STDERR_FILENO);
        const int failed
            = posix_spawn(&process_, program.c_str(), &actions, nullptr, words.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (failed) {
            process_ = -1;
            close(channel_);
            throw InputError(program.string() + ": cannot be started");
        }
    }
    Encoder(const Encoder&) = delete;
    ~Encoder() { (void)finish(); }

    /// False when ffmpeg has stopped listening.
    [[nodiscard]] bool write(const render::Image& image) const
    {
        const auto* data = image.rgb.data();
        for (std::size_t left = image.rgb.size(); left > 0;) {
            const ssize_t sent = send(channel_, data, left, MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR)
                continue;
            if (sent <= 0)
                return false;
            data += sent;
            left -= std::size_t(sent);
        }
        return true;
    }

    /// Waits for the end. True when ffmpeg is content.
    [[nodiscard]] bool finish()
    {
        if (process_ < 0)
            return content_;
        close(channel_);
        int status = 0;
        while (waitpid(process_, &status, 0) < 0 && errno == EINTR) { }
        process_ = -1;
        content_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        return content_;
    }

    /// The first line ffmpeg wrote to its standard error.
    [[nodiscard]] std::string complaint() const
    {
        std::rewind(complaints_.get());
        char line[400] = "";
        if (!std::fgets(line, sizeof line, complaints_.get()))
            return "no reason given";
        std::string text = line;
        text.erase(std::find(text.begin(), text.end(), '\n'), text.end());
        return text;
    }

private:
    std::unique_ptr<std::FILE, CloseFile> complaints_;
    int channel_ = -1;
    pid_t process_ = -1;
    bool content_ = false;
};

/// Still where that costs little size, following where the clip covers much ground.
std::function<render::Camera(double)> choose_camera(const Motion& motion, double aspect)
{
    constexpr double kFarther = 1.7;
    const render::Camera whole = render::frame_motion(
        motion, aspect, render::clear_view(motion, aspect, render::Framing::whole));
    const render::FollowCamera follow(
        motion, aspect, render::clear_view(motion, aspect, render::Framing::follow));
    if ((whole.target - whole.eye).norm() < kFarther * follow.distance())
        return [whole](double) { return whole; };
    return [follow](double time) { return follow.at(time); };
}

}  // namespace

bool ffmpeg_available()
{
    return !find_ffmpeg().empty();
}

void write_video(
    const Motion& motion, const std::filesystem::path& path, const VideoOptions& options)
{
    write_videos(motion, { path }, options);
}

namespace {

void check_video(const Motion& motion, const std::filesystem::path& path,
    const render::RenderOptions& picture, double fps)
{
    const std::string ending = path.extension().string();
    if (ending != ".mp4" && ending != ".gif")
        throw InputError(path.string() + ": a video must end in .mp4 or .gif");
    if (picture.width <= 0 || picture.height <= 0 || !(fps > 0))
        throw InputError(
            path.string() + ": a video needs a size of at least 2 x 2 and a frame rate");
    if (motion.times.empty())
        throw InputError(path.string() + ": the motion has no frames");
    if (!ffmpeg_available())
        throw InputError(path.string()
            + ": needs the program ffmpeg, which is not on the PATH; install the package ffmpeg");
}

}  // namespace

void write_videos(const Motion& motion, const std::vector<std::filesystem::path>& paths,
    const VideoOptions& options)
{
    render::RenderOptions picture = options.picture;
    picture.width -= picture.width % 2;
    picture.height -= picture.height % 2;
    for (const std::filesystem::path& path : paths)
        check_video(motion, path, picture, options.fps);

    const double start = motion.times.front(), duration = motion.times.back() - start;
    const int frames = int(std::floor(duration * options.fps + 1e-6)) + 1;
    const auto camera = choose_camera(motion, double(picture.width) / picture.height);
    render::Renderer renderer(motion);
    std::vector<std::unique_ptr<Encoder>> encoders;
    for (const std::filesystem::path& path : paths)
        encoders.push_back(std::make_unique<Encoder>(find_ffmpeg(),
            ffmpeg_arguments(
                path, picture.width, picture.height, options.fps, path.extension() == ".gif")));
    bool listening = true;
    for (int k = 0; k < frames && listening; ++k) {
        const double time = start + k / options.fps;
        const render::Image image = renderer.render(time, camera(time), picture);
        for (const std::unique_ptr<Encoder>& encoder : encoders)
            listening = encoder->write(image) && listening;
        if (options.on_frame)
            options.on_frame(k + 1, frames);
    }
    std::string complaint;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (!encoders[i]->finish() && complaint.empty())
            complaint = paths[i].string() + ": ffmpeg failed: " + encoders[i]->complaint();
    if (complaint.empty() && !listening)
        complaint = paths.front().string() + ": ffmpeg stopped listening";
    if (complaint.empty())
        return;
    for (const std::filesystem::path& path : paths) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    throw InputError(complaint);
}

Exported write_film(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options)
{
    return write_films(motion, { file }, options);
}

Exported write_films(const Motion& motion, const std::vector<std::filesystem::path>& files,
    const ExportOptions& options)
{
    VideoOptions video;
    if (options.fps > 0)
        video.fps = options.fps;
    if (options.size) {
        video.picture.width = (*options.size)[0];
        video.picture.height = (*options.size)[1];
    }
    video.picture.strain = options.strain;
    video.on_frame = options.on_frame;
    write_videos(motion, files, video);
    return { files };
}

}  // namespace gambol::io
