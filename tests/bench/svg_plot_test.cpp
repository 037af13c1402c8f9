// SPDX-License-Identifier: MIT
#include "svg_plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gambol::bench {
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

TEST(SvgPlot, PowersAreStraightLines)
{
    const std::string svg
        = line_plot_svg({ "squares", "n", "s", { { "n^2", { 1, 10, 100 }, { 3, 300, 30000 } } } });
    const auto at = points(svg);
    ASSERT_EQ(at.size(), 3u);
    EXPECT_NEAR(at[1].first - at[0].first, at[2].first - at[1].first, 0.2);
    EXPECT_NEAR(at[1].second - at[0].second, at[2].second - at[1].second, 0.2);
    EXPECT_GT(at[0].second, at[2].second + 100) << "more is higher up";
}

TEST(SvgPlot, EveryCurveHasItsNameAndNoNamesCoverEachOther)
{
    LinePlot plot { "a & b", "x", "y", {} };
    for (const char* name : { "one", "two", "three" })
        plot.curves.push_back({ name, { 3, 50 }, { 1, 2 } });
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

TEST(SvgPlot, BarsGrowWithTheLogarithm)
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

TEST(SvgPlot, NothingAboveZeroIsAnEmptyPicture)
{
    EXPECT_EQ(count(line_plot_svg({ "t", "x", "y", { { "a", { 1 }, { 0 } } } }), "<polyline"), 0);
    EXPECT_EQ(count(bar_plot_svg({ "t", "x", {} }), "<rect x="), 0);
}

}  // namespace
}  // namespace gambol::bench
