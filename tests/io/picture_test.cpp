// SPDX-License-Identifier: MIT
#include "gambol/io/export/picture.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/export/video.hpp"
#include "render/picture_facts.hpp"
#include "render/walking_figure.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, gone afterwards.
class PictureFiles : public ::testing::Test {
protected:
    PictureFiles()
        : folder_(fs::path(::testing::TempDir())
            / (std::string("gambol_")
                + ::testing::UnitTest::GetInstance()->current_test_info()->name()))
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~PictureFiles() override { fs::remove_all(folder_); }

    fs::path folder_;
};

render::Image pattern(int width, int height)
{
    render::Image image(width, height);
    for (std::size_t i = 0; i < image.rgb.size(); ++i)
        image.rgb[i] = std::uint8_t((i * i * 31 + 7 * i) >> 3);
    return image;
}

std::string bytes_of(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

template <class Action> std::string complaint_of(Action action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST_F(PictureFiles, PngComesBackAsItWas)
{
    for (const render::Image& image : { pattern(1, 1), pattern(37, 11), pattern(256, 3) }) {
        write_png(image, folder_ / "a.png");
        EXPECT_EQ(read_png(folder_ / "a.png"), image);
    }
}

TEST_F(PictureFiles, SameImageGivesSameBytes)
{
    write_png(pattern(64, 48), folder_ / "a.png");
    write_png(pattern(64, 48), folder_ / "b.png");
    EXPECT_EQ(bytes_of(folder_ / "a.png"), bytes_of(folder_ / "b.png"));
}

TEST_F(PictureFiles, FailuresNameTheFile)
{
    const fs::path nowhere = folder_ / "missing" / "a.png";
    EXPECT_NE(complaint_of([&] { write_png(pattern(2, 2), nowhere); }).find(nowhere.string()),
        std::string::npos);
    EXPECT_THROW((void)read_png(nowhere), InputError);
    EXPECT_THROW(write_png(render::Image {}, folder_ / "a.png"), InputError);
    std::ofstream(folder_ / "text.png") << "not a picture";
    EXPECT_THROW((void)read_png(folder_ / "text.png"), InputError);
}

const VideoOptions kTiny { .fps = 10, .picture = { .width = 96, .height = 64, .samples = 1 } };

/// All frames of a video as ffmpeg decodes them, one after another.
render::Image decode(const fs::path& path, int width, int height)
{
    const std::string command
        = "ffmpeg -v error -i '" + path.string() + "' -f rawvideo -pix_fmt rgb24 pipe:1";
    std::FILE* pipe = popen(command.c_str(), "r");
    render::Image frames(width, 0);
    std::uint8_t buffer[4096];
    for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        frames.rgb.insert(frames.rgb.end(), buffer, buffer + got);
    pclose(pipe);
    frames.height = int(frames.rgb.size() / std::size_t(3 * width));
    EXPECT_EQ(frames.height % height, 0);
    return frames;
}

TEST_F(PictureFiles, VideosHoldEveryFrameOfTheClip)
{
    ASSERT_TRUE(ffmpeg_available());
    const Motion motion = test::walking_figure();
    for (const char* name : { "walk.mp4", "walk.gif" }) {
        int told = 0;
        VideoOptions options = kTiny;
        options.on_frame = [&](int, int frames) { told = frames; };
        write_video(motion, folder_ / name, options);
        EXPECT_EQ(told, 51);
        const render::Image frames = decode(folder_ / name, 96, 64);
        ASSERT_EQ(frames.height, 51 * 64) << name;

        // The first and the last frame look like the pictures they were made from.
        const render::Camera camera = render::frame_motion(motion, 1.5);
        for (int k : { 0, 50 }) {
            const render::Image expected
                = render::render(motion, k / 10.0, camera, options.picture);
            double error = 0;
            for (std::size_t i = 0; i < expected.rgb.size(); ++i)
                error += std::abs(
                    int(expected.rgb[i]) - int(frames.rgb[std::size_t(k) * 96 * 64 * 3 + i]));
            EXPECT_LT(error / double(expected.rgb.size()), 4) << name << " frame " << k;
        }
    }
}

TEST_F(PictureFiles, FilmsOfSeveralKindsShareTheirFrames)
{
    const Motion motion = test::walking_figure();
    VideoOptions options = kTiny;
    int drawn = 0;
    options.on_frame = [&](int, int) { ++drawn; };
    write_videos(motion, { folder_ / "both.mp4", folder_ / "both.gif" }, options);
    EXPECT_EQ(drawn, 51);  // once for both
    for (const char* name : { "mp4", "gif" }) {
        const fs::path alone = folder_ / ("alone." + std::string(name));
        write_video(motion, alone, kTiny);
        EXPECT_EQ(bytes_of(folder_ / ("both." + std::string(name))), bytes_of(alone)) << name;
    }
    // What one of them cannot be is said before anything is drawn, and nothing is left.
    EXPECT_THROW(write_videos(motion, { folder_ / "c.mp4", folder_ / "c.avi" }, kTiny), InputError);
    EXPECT_FALSE(fs::exists(folder_ / "c.mp4"));
}

TEST_F(PictureFiles, AFilmHasTheSizeItWasAskedFor)
{
    EXPECT_EQ(picture_size("96x64"), (std::array<int, 2> { 96, 64 }));
    for (const char* wrong :
        { "", "96", "x64", "96x", "96x64x2", "96 x 64", "-96x64", "8x8", "1e3x64", "99999x64" })
        EXPECT_NE(
            complaint_of([&] { (void)picture_size(wrong); }).find("1280x720"), std::string::npos)
            << wrong;
    const Motion motion = test::walking_figure();
    ExportOptions options;
    options.fps = 2;
    options.size = picture_size("64x48");
    const Exported exported = write_film(motion, folder_ / "a.mp4", options);
    EXPECT_EQ(decode(exported.files[0], 64, 48).height, 11 * 48);
}

TEST_F(PictureFiles, VideoFailuresSayWhatToDoAndLeaveNothing)
{
    const Motion motion = test::walking_figure();
    EXPECT_NE(complaint_of([&] { write_video(motion, folder_ / "a.avi", kTiny); }).find(".mp4"),
        std::string::npos);
    EXPECT_THROW(write_video(Motion {}, folder_ / "a.mp4", kTiny), InputError);
    const fs::path nowhere = folder_ / "missing" / "a.mp4";
    EXPECT_NE(complaint_of([&] { write_video(motion, nowhere, kTiny); }).find("No such file"),
        std::string::npos);

    const std::string path = std::getenv("PATH");
    setenv("PATH", folder_.c_str(), 1);
    EXPECT_FALSE(ffmpeg_available());
    EXPECT_NE(complaint_of([&] {
        write_video(motion, folder_ / "a.mp4", kTiny);
    }).find("install the package ffmpeg"),
        std::string::npos);
    setenv("PATH", path.c_str(), 1);
    EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace gambol::io
