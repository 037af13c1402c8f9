// SPDX-License-Identifier: MIT
#include "gambol/io/view_html.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace gambol {
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
    const std::string slot = "@@GAMBOL_MOTION_JSON@@";
    std::string expected = committed_template();
    ASSERT_NE(expected.find(slot), std::string::npos);
    expected.replace(expected.find(slot), slot.size(), "{}");
    // EXPECT_EQ would print both pages.
    EXPECT_TRUE(view_page("{}") == expected);
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
}  // namespace gambol
