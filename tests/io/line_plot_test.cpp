// SPDX-License-Identifier: MIT
#include "gambol/io/plot/line_plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gambol::io {
namespace {

int count(const std::string& text, const std::string& part)
{
    int n = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++n;
    return n;
}

/// Pairs of numbers of the first polyline.
std::vector<std::pair<double, double>> points(const std::string& svg)
{
    std::vector<std::pair<double, double>> result;
    const size_t begin = svg.find("points=\"") + 8;
    double x = 0, y = 0;
    int read = 0;
    for (const char* at = svg.c_str() + begin; std::sscanf(at, "%lf,%lf %n", &x, &y, &read) == 2;
         at += read)
        result.emplace_back(x, y);
    return result;
}

TEST(LinePlot, PowersAreStraightLines)
{
    const std::string svg
        = line_plot_svg({ "squares", "n", "s", { { "n^2", { 1, 10, 100 }, { 3, 300, 30000 } } } });
    const auto at = points(svg);
    ASSERT_EQ(at.size(), 3u);
    EXPECT_NEAR(at[1].first - at[0].first, at[2].first - at[1].first, 0.2);
    EXPECT_NEAR(at[1].second - at[0].second, at[2].second - at[1].second, 0.2);
    EXPECT_GT(at[0].second, at[2].second + 100) << "more is higher up";
}

TEST(LinePlot, EveryCurveHasItsNameAndNoNamesCoverEachOther)
{
    LinePlot plot { "a & b", "x", "y", {} };
    for (const char* name : { "one", "two", "three" })
        plot.curves.push_back({ name, { 3, 20, 50 }, { 1, 1, 2 } });
    const std::string svg = line_plot_svg(plot);
    EXPECT_EQ(count(svg, "<polyline"), 3);
    EXPECT_NE(svg.find("a &amp; b"), std::string::npos);
    std::vector<double> heights;
    for (const char* name : { ">one<", ">two<", ">three<" }) {
        const size_t start = svg.rfind("<text", svg.find(name));
        double x = 0, y = 0;
        ASSERT_EQ(std::sscanf(svg.c_str() + start, "<text x=\"%lf\" y=\"%lf\"", &x, &y), 2);
        heights.push_back(y);
    }
    EXPECT_GE(std::abs(heights[0] - heights[1]), 12);
    EXPECT_GE(std::abs(heights[1] - heights[2]), 12);
}

TEST(LinePlot, BarsGrowWithTheLogarithm)
{
    const std::string svg
        = bar_plot_svg({ "t", "ms", { { "a", 1, "" }, { "b", 10, "" }, { "c", 100, "" } } });
    std::vector<double> widths;
    for (size_t at = svg.find("<rect x="); at != std::string::npos;
         at = svg.find("<rect x=", at + 1)) {
        double width = 0;
        ASSERT_EQ(std::sscanf(svg.c_str() + svg.find("width=", at), "width=\"%lf\"", &width), 1);
        widths.push_back(width);
    }
    ASSERT_EQ(widths.size(), 3u);
    EXPECT_GT(widths[0], 5);
    EXPECT_NEAR(widths[1] - widths[0], widths[2] - widths[1], 0.3);
}

TEST(LinePlot, AnEvenAxisBeginsAtZero)
{
    LinePlot plot { "t", "x", "y", { { "a", { 1, 10, 100 }, { 0.2, 0.4, 0.6 } } } };
    plot.even_y = true;
    const std::string svg = line_plot_svg(plot);
    const auto at = points(svg);
    ASSERT_EQ(at.size(), 3u);
    EXPECT_NEAR(at[0].second - at[1].second, at[1].second - at[2].second, 0.2);
    EXPECT_NE(svg.find(">0<"), std::string::npos);
}

TEST(LinePlot, ThePictureHasWhatTheSvgHas)
{
    PlotPicture picture { 100, 50, {} };
    const PlotColor red { 200, 0, 0 }, blue { 0, 0, 200 };
    picture.parts.emplace_back(PlotBox { { 10, 10 }, { 20, 20 }, red });
    picture.parts.emplace_back(PlotDot { { 60, 20 }, 5, blue });
    picture.parts.emplace_back(PlotPath { { { 40, 40 }, { 90, 40 } }, blue, 2, true });
    PlotText label { { 5, 45 }, "up" };
    label.upright = true;
    picture.parts.emplace_back(label);
    const render::Image image = to_image(picture, 2);
    ASSERT_EQ(image.width, 200);
    const auto is = [&](int x, int y, const PlotColor& color) {
        const std::uint8_t* p = image.pixel(x, y);
        return p[0] == color.red && p[1] == color.green && p[2] == color.blue;
    };
    EXPECT_TRUE(is(40, 40, red));
    EXPECT_TRUE(is(120, 40, blue));
    EXPECT_TRUE(is(84, 80, blue)) << "a dash";
    EXPECT_TRUE(is(80 + 2 * 7, 80, { 255, 255, 255 })) << "between dashes";
    bool written = false;
    for (int y = 60; y < 95; ++y)
        for (int x = 0; x < 15; ++x)
            written = written || image.pixel(x, y)[0] < 128;
    EXPECT_TRUE(written);
    EXPECT_TRUE(is(190, 10, { 255, 255, 255 }));
}

TEST(LinePlot, NothingAboveZeroIsAnEmptyPicture)
{
    EXPECT_EQ(count(line_plot_svg({ "t", "x", "y", { { "a", { 1 }, { 0 } } } }), "<polyline"), 0);
    EXPECT_EQ(count(bar_plot_svg({ "t", "x", {} }), "<rect x="), 0);
}

}  // namespace
}  // namespace gambol::io
