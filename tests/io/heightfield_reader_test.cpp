// SPDX-License-Identifier: MIT
#include "gambol/geometry/heightfield.hpp"
#include "gambol/io/shape/height_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"

#include "io/scene_text.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace gambol::io {
namespace {

/// A folder of its own for each test.
class HeightfieldReader : public testing::Test {
protected:
    HeightfieldReader()
        : folder(std::filesystem::temp_directory_path()
            / ("gambol-heights-"
                + std::string(testing::UnitTest::GetInstance()->current_test_info()->name())))
    {
        std::filesystem::create_directories(folder);
    }
    ~HeightfieldReader() override { std::filesystem::remove_all(folder); }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder / name, std::ios::binary) << text;
    }

    Job read(const std::string& heightfield) const
    {
        return read_job_text("gambol: 1\nworld:\n  hills: {heightfield: " + heightfield
                + "}\ncharacters: {ann: {model: human}}\ngoals: [{who: ann, stand: true}]\n",
            "scene.yaml", folder);
    }

    Heightfield field(const std::string& heightfield) const
    {
        return std::get<Heightfield>(read(heightfield).scene.surfaces.at(0).shape);
    }

    std::string complaint(const std::string& heightfield) const
    {
        try {
            (void)read(heightfield);
        } catch (const InputError& error) {
            const std::string message = error.what();
            // Where the folder lies is nobody's business.
            const std::size_t at = message.find(folder.string() + "/");
            return at == std::string::npos
                ? message
                : message.substr(0, at) + message.substr(at + folder.string().size() + 1);
        }
        return "accepted";
    }

    std::filesystem::path folder;
};

/// Pixels row by row; `format` PNG_FORMAT_GRAY, PNG_FORMAT_LINEAR_Y or PNG_FORMAT_RGB.
template <class Pixel>
void write_png(const std::filesystem::path& path, int width, int height, png_uint_32 format,
    const std::vector<Pixel>& pixels)
{
    png_image header {};
    header.version = PNG_IMAGE_VERSION;
    header.width = png_uint_32(width);
    header.height = png_uint_32(height);
    header.format = format;
    ASSERT_TRUE(png_image_write_to_file(&header, path.c_str(), 0, pixels.data(), 0, nullptr));
}

TEST_F(HeightfieldReader, RowsAreWrittenAsSeenFromAbove)
{
    const Heightfield hills
        = field("{at: [1, 2], size: [4, 2], heights: [[0, 10cm, 0.2], [0.3, 0.4, 0.5]]}");
    EXPECT_EQ(hills.origin, Eigen::Vector2d(-1, 1));
    EXPECT_EQ(hills.cell, Eigen::Vector2d(2, 2));
    // Left is low x, up is high y.
    EXPECT_DOUBLE_EQ(height_at(hills, { -1, 3 }).height, 0);
    EXPECT_DOUBLE_EQ(height_at(hills, { 3, 3 }).height, 0.2);
    EXPECT_DOUBLE_EQ(height_at(hills, { -1, 1 }).height, 0.3);
    EXPECT_DOUBLE_EQ(height_at(hills, { 3, 1 }).height, 0.5);
}

TEST_F(HeightfieldReader, ReadsNumbersFromAFile)
{
    write("hills.csv", "# made by hand\n0, 0.1, 0.2\r\n0.3;0.4 0.5\n\n");
    const Heightfield written
        = field("{at: [1, 2], size: [4, 2], heights: [[0, 0.1, 0.2], [0.3, 0.4, 0.5]]}");
    EXPECT_EQ(field("{at: [1, 2], size: [4, 2], file: hills.csv}").heights, written.heights);
    // By a spreadsheet.
    write("marked.csv", std::string("\xEF\xBB\xBF") + "0, 0.1, 0.2\r\n0.3, 0.4, 0.5\r\n");
    EXPECT_EQ(field("{at: [1, 2], size: [4, 2], file: marked.csv}").heights, written.heights);
    // Scaled to a range.
    const Heightfield scaled = field("{size: [4, 2], file: hills.csv, height: [-1, 1]}");
    EXPECT_DOUBLE_EQ(scaled.heights.minCoeff(), -1);
    EXPECT_DOUBLE_EQ(scaled.heights.maxCoeff(), 1);
}

TEST_F(HeightfieldReader, ReadsGreyPictures)
{
    write_png<png_byte>(folder / "eight.png", 3, 2, PNG_FORMAT_GRAY, { 0, 51, 255, 102, 0, 204 });
    const Heightfield eight = field("{size: [2, 1], file: eight.png, height: [1, 2]}");
    // The top left pixel is black, at low x and high y.
    EXPECT_DOUBLE_EQ(eight.heights(0, 1), 1);
    EXPECT_DOUBLE_EQ(eight.heights(1, 1), 1.2);
    EXPECT_DOUBLE_EQ(eight.heights(2, 1), 2);
    EXPECT_DOUBLE_EQ(eight.heights(0, 0), 1.4);
    EXPECT_DOUBLE_EQ(eight.heights(2, 0), 1.8);

    // Stored values count, whatever gamma the file speaks of.
    write_png<png_uint_16>(
        folder / "sixteen.png", 2, 2, PNG_FORMAT_LINEAR_Y, { 0, 65535, 6554, 13107 });
    const Heightfield sixteen = field("{size: [1, 1], file: sixteen.png, height: [0, 1]}");
    EXPECT_NEAR(sixteen.heights(1, 1), 1, 1e-12);
    EXPECT_NEAR(sixteen.heights(0, 0), 6554 / 65535.0, 1e-5);
    EXPECT_NEAR(sixteen.heights(1, 0), 0.2, 1e-5);
}

TEST_F(HeightfieldReader, TheResolvedSceneNeedsNoOtherFile)
{
    write_png<png_byte>(folder / "hills.png", 3, 2, PNG_FORMAT_GRAY, { 0, 51, 255, 102, 7, 204 });
    for (const char* source : { "{size: [2, 1], file: hills.png, height: [0.1, 0.35]}",
             "{hills: {amplitude: 0.15, wavelength: 1.5, seed: 3}, size: [4, 3]}" }) {
        const Job loaded = read(source);
        const Job again = read_job_text(loaded.resolved_yaml, "scene.yaml", "");
        EXPECT_EQ(test::SceneText::of(again.scene), test::SceneText::of(loaded.scene));
        EXPECT_EQ(again.resolved_yaml, loaded.resolved_yaml);
        EXPECT_EQ(loaded.resolved_yaml.find("png"), std::string::npos);
    }
}

TEST_F(HeightfieldReader, HillsAreAsHighAndWideAsAsked)
{
    const Heightfield hills
        = field("{hills: {amplitude: 0.15, wavelength: 1.5, seed: 3}, size: [12, 9]}");
    EXPECT_LT((hills.size() - Eigen::Vector2d(12, 9)).norm(), 1e-9);
    EXPECT_NEAR(hills.heights.cwiseAbs().maxCoeff(), 0.15, 1e-5);
    EXPECT_LT(hills.heights.minCoeff(), -0.05);
    EXPECT_GT(hills.heights.maxCoeff(), 0.05);
    EXPECT_LT(std::abs(hills.heights.mean()), 0.03);
    // No wave is shorter than the wavelength, which bounds how much the ground bends.
    const double k = 2 * 3.14159265 / 1.5;
    for (double x = -5; x < 5; x += 0.37)
        EXPECT_LT(height_at(hills, { x, 0.4 * x }).curvature.norm(), 1.5 * 0.15 * 2 * k * k);
    // Zero crossings along a line: about two per mean wave of 1.4 wavelengths.
    int crossings = 0;
    for (double x = -5.9; x < 5.9; x += 0.01)
        crossings
            += height_at(hills, { x, 0 }).height * height_at(hills, { x + 0.01, 0 }).height < 0;
    EXPECT_GT(crossings, 4);
    EXPECT_LT(crossings, 18);
    EXPECT_NE(field("{hills: {amplitude: 0.15, wavelength: 1.5, seed: 4}, size: [12, 9]}").heights,
        hills.heights);
}

TEST_F(HeightfieldReader, NamesMistakes)
{
    write("short.csv", "0, 1\n2\n");
    write("words.csv", "0, 1\n2, three\n");
    write("empty.csv", "# nothing\n");
    write("broken.png", "not a picture");
    write_png<png_byte>(folder / "grey.png", 2, 2, PNG_FORMAT_GRAY, { 0, 1, 2, 3 });
    write_png<png_byte>(folder / "colour.png", 1, 1, PNG_FORMAT_RGB, { 0, 1, 2 });
    const std::string at = "scene.yaml:3:24: ", name = "world.hills.heightfield";
    EXPECT_EQ(complaint("{size: [1, 1]}"),
        at + name
            + " has no heights; give one of heights: [[…], …], file: NAME.png or hills: "
              "{amplitude, wavelength}");
    EXPECT_EQ(complaint("{size: [1, 1], heights: [[0, 0], [0, 0]], file: a.csv}"),
        at + name
            + " has its heights from two places; give one of heights: [[…], …], file: NAME.png or "
              "hills: {amplitude, wavelength}");
    EXPECT_EQ(complaint("{heights: [[0, 0], [0, 0]]}"), at + name + " has no 'size'");
    EXPECT_EQ(complaint("{size: [1, 1], heights: [[0, 0]]}"),
        "scene.yaml:3:48: " + name + ".heights needs at least 2 rows of 2 heights, not 1 of 2");
    EXPECT_EQ(complaint("{size: [1, 1], heights: [[0, 0], [0]]}"),
        "scene.yaml:3:57: " + name + ".heights.1 must have 2 values, not 1");
    EXPECT_EQ(complaint("{size: [1, 1], file: gone.csv}"),
        "scene.yaml:3:45: " + name + ".file names the file 'gone.csv', which does not exist");
    EXPECT_EQ(complaint("{size: [1, 1], file: hills.tif}"),
        "scene.yaml:3:45: " + name
            + ".file names 'hills.tif'; heights come from .png or .csv files");
    EXPECT_EQ(complaint("{size: [1, 1], file: grey.png}"),
        "scene.yaml:3:45: " + name
            + ".file is a picture; add height: [of black, of white], e.g. [0m, 0.5m]");
    EXPECT_EQ(
        complaint("{size: [1, 1], file: short.csv}"), "short.csv:2: 1 numbers, but line 1 has 2");
    EXPECT_EQ(complaint("{size: [1, 1], file: words.csv}"), "words.csv:2: 'three' is not a number");
    EXPECT_EQ(complaint("{size: [1, 1], file: empty.csv}"), "empty.csv: holds no numbers");
    EXPECT_EQ(complaint("{size: [1, 1], file: broken.png}"),
        "broken.png: cannot read PNG: Not a PNG file");
    EXPECT_EQ(complaint("{size: [1, 1], file: colour.png}"),
        "colour.png: has colours; heights need a grey PNG of 8 or 16 bits");
    EXPECT_EQ(complaint("{hills: {amplitude: 1, wavelength: 1mm}}"),
        "scene.yaml:3:59: " + name
            + ".hills.wavelength is too short for a size of 10 m; try 0.23m");
    EXPECT_EQ(complaint("{size: [1, 1], heights: [[0, 0], [0, 0]], height: [0, 1]}"),
        "scene.yaml:3:74: " + name
            + ".height scales the heights of a file; here they are written as they are");
}

TEST_F(HeightfieldReader, ACutPictureIsAnError)
{
    write_png<png_byte>(
        folder / "whole.png", 64, 64, PNG_FORMAT_GRAY, std::vector<png_byte>(64 * 64, 7));
    std::ifstream in(folder / "whole.png", std::ios::binary);
    const std::string bytes { std::istreambuf_iterator<char>(in), {} };
    write("cut.png", bytes.substr(0, bytes.size() / 2));
    EXPECT_EQ(complaint("{size: [1, 1], file: cut.png, height: [0, 1]}").substr(0, 26),
        "cut.png: cannot read PNG: ");
}

TEST_F(HeightfieldReader, NoGroundIsImplied)
{
    EXPECT_EQ(read("{hills: {amplitude: 0.1, wavelength: 2}}").scene.surfaces.size(), 1u);
    const auto scene = [](const std::string& world) {
        return read_job_text("gambol: 1\nworld: " + world + "\ncharacters: {ann: {model: human}}\n",
            "scene.yaml", "");
    };
    EXPECT_EQ(
        scene("{ground: none, a: {sphere: {at: [0, 0, 0], radius: 1}}}").scene.surfaces.size(), 1u);
    EXPECT_THROW((void)scene("{ground: none}"), InputError);
}

}  // namespace
}  // namespace gambol::io
