// SPDX-License-Identifier: MIT
#include "gambol/io/export/view_html.hpp"

#include "gambol/io/export/view_meshes.hpp"
#include "support/example_cloth.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace gambol::io {
namespace {

constexpr const char* kOpening = "<script type=\"application/json\" id=\"motion\">";
constexpr const char* kClosing = "</script>";

/// What a browser takes as the content of the data element: up to the first closing tag.
std::string embedded_text(const std::string& page)
{
    const std::size_t opening = page.find(kOpening);
    if (opening == std::string::npos)
        return "no data element";
    const std::size_t from = opening + std::string(kOpening).size();
    return page.substr(from, page.find(kClosing, from) - from);
}

std::string committed_template()
{
    std::ifstream file(
        std::string(GAMBOL_SOURCE_DIR) + "/viewer/dist/template.html", std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

TEST(ViewHtml, MotionStandsInTheDataElement)
{
    const std::string motion = R"({"format": "gambol/motion", "name": "caf\u00e9 \\ \"walk\""})";
    EXPECT_EQ(embedded_text(view_page(motion)), motion);
}

TEST(ViewHtml, TextCannotEndTheDataElement)
{
    const std::string page
        = view_page(R"({"name": "</script><script>alert(1)</script><!-- <script>"})");
    EXPECT_EQ(embedded_text(page),
        R"({"name": "\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!-- \u003cscript>"})");
}

TEST(ViewHtml, AroundTheMotionThePageIsTheTemplateByteForByte)
{
    std::string expected = committed_template();
    for (const std::string slot :
        { "@@GAMBOL_MOTION_JSON@@", "@@GAMBOL_MESHES_JSON@@", "@@GAMBOL_AUDIT_JSON@@" }) {
        ASSERT_NE(expected.find(slot), std::string::npos);
        expected.replace(expected.find(slot), slot.size(), "{}");
    }
    // EXPECT_EQ would print both pages.
    EXPECT_TRUE(view_page("{}") == expected);
}

/// What the page carries beside the motion.
nlohmann::json meshes_of(const std::string& page)
{
    const std::string opening = "<script type=\"application/json\" id=\"meshes\">";
    const std::size_t from = page.find(opening) + opening.size();
    return nlohmann::json::parse(page.substr(from, page.find(kClosing, from) - from));
}

std::string decoded(const std::string& base64)
{
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0, bits = 0;
    for (const char c : base64) {
        if (c == '=')
            break;
        held = held << 6 | unsigned(digits.find(c));
        bits += 6;
        if (bits >= 8)
            bytes += char(held >> (bits -= 8) & 0xff);
    }
    return bytes;
}

TEST(ViewHtml, ClothStandsInThePage)
{
    Motion motion = test::waving_sheet(3);
    motion.props[0].shapes
        = { Mesh { "spike.obj", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0.5 } }, { { 0, 1, 2 } } } };
    const auto meshes = meshes_of(view_page("{}", view_meshes_json(motion)));
    const auto& sheet = meshes["cloth"][0];
    EXPECT_EQ(sheet["name"], "sheet");
    EXPECT_EQ(sheet["times"].size(), 61u);
    const std::string positions = decoded(sheet["positions"]);
    ASSERT_EQ(positions.size(), 61u * 16 * 3 * 2);
    const auto low = sheet["low"].get<std::vector<double>>();
    const auto size = sheet["size"].get<std::vector<double>>();
    for (const auto& [k, i] : { std::pair { 0, 0 }, { 17, 5 }, { 60, 15 } })
        for (int axis = 0; axis < 3; ++axis) {
            std::uint16_t share = 0;
            std::memcpy(&share, positions.data() + 2 * (3 * (16 * k + i) + axis), 2);
            EXPECT_NEAR(low[axis] + size[axis] * share / 65535, motion.cloth[0].vertex(k, i)[axis],
                size[axis] / 65535);
        }
    EXPECT_EQ(decoded(sheet["triangles"]).size(), 18u * 3 * 4);
    const std::string spike = decoded(meshes["meshes"][0]["vertices"]);
    ASSERT_EQ(spike.size(), 36u);
    float height = 0;
    std::memcpy(&height, spike.data() + 32, 4);
    EXPECT_EQ(height, 0.5f);
    EXPECT_EQ(view_meshes_json(Motion {}), "{}");
}

TEST(ViewHtml, LargeClothStandsBesideThePage)
{
    std::string name = (std::filesystem::temp_directory_path() / "gambol-page-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    const Motion motion = test::waving_sheet(3);
    const auto read = [](const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    EXPECT_EQ(write_view_page(motion, folder / "view.html").size(), 1u);
    EXPECT_TRUE(meshes_of(read(folder / "view.html")).contains("cloth"));

    const auto files = write_view_page(motion, folder / "view.html", 1000);
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[1].filename(), "view.meshes.js");
    EXPECT_EQ(meshes_of(read(files[0]))["linked"], "view.meshes.js");
    const std::string script = read(files[1]);
    EXPECT_TRUE(script.starts_with("gambolMeshes({"));
    EXPECT_TRUE(script.ends_with("});\n"));
    std::filesystem::remove_all(folder);
}

TEST(ViewHtml, PageAsksNothingOfTheNetwork)
{
    const std::string page = view_page("{}");
    EXPECT_EQ(page.find("src=\"http"), std::string::npos);
    EXPECT_EQ(page.find("href=\"http"), std::string::npos);
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    EXPECT_LT(page.size(), 900'000u);
}

}  // namespace
}  // namespace gambol::io
