// SPDX-License-Identifier: MIT
#include "gambol/render/sheet.hpp"

#include "gambol/render/text.hpp"
#include "render/picture_facts.hpp"
#include "render/walking_figure.hpp"

#include <gtest/gtest.h>

namespace gambol::render {
namespace {

const SheetOptions kSmall { .columns = 3,
    .rows = 2,
    .cell_width = 80,
    .cell_height = 60,
    .strip_height = 70,
    .gap = 4,
    .samples = 1 };

Image crop(const Image& image, int x, int y, int width, int height)
{
    Image piece(width, height);
    for (int j = 0; j < height; ++j)
        std::copy_n(image.pixel(x, y + j), 3 * width, piece.pixel(0, j));
    return piece;
}

Image cell(const Image& sheet, int column, int row)
{
    return crop(sheet, 4 + 84 * column, 4 + 64 * row, 80, 60);
}

TEST(Sheet, HasTheSizeOfItsCellsGapsAndStrip)
{
    const Image sheet = contact_sheet(test::walking_figure(), kSmall);
    EXPECT_EQ(sheet.width, 3 * 80 + 4 * 4);
    EXPECT_EQ(sheet.height, 2 * 60 + 3 * 4 + 70 + 4);
    SheetOptions without = kSmall;
    without.strip_height = 0;
    EXPECT_EQ(contact_sheet(test::walking_figure(), without).height, 2 * 60 + 3 * 4);
}

TEST(Sheet, EveryCellShowsAnotherMomentOfTheWalk)
{
    const Image sheet = contact_sheet(test::walking_figure(), kSmall);
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < a; ++b)
            EXPECT_GT(
                test::changed_pixels(cell(sheet, a % 3, a / 3), cell(sheet, b % 3, b / 3), 30), 60)
                << a << " and " << b;
}

TEST(Sheet, StripShowsMorePosesThanOneCell)
{
    const Image sheet = contact_sheet(test::walking_figure(), kSmall);
    const Image strip = crop(sheet, 4, 132, 248, 70);
    // Orange of left limbs in many columns: the walk is spread over the picture.
    int columns = 0;
    for (int x = 0; x < strip.width; ++x) {
        bool orange = false;
        for (int y = 0; y < strip.height; ++y) {
            const test::Rgb c = test::color_at(strip, x, y);
            orange |= c[0] > c[2] + 45;
        }
        columns += orange;
    }
    EXPECT_GT(columns, 40);
}

TEST(Sheet, DoesNotDependOnTheNumberOfThreads)
{
    SheetOptions options = kSmall;
    options.threads = 1;
    const Image one = contact_sheet(test::walking_figure(), options);
    options.threads = 4;
    EXPECT_EQ(one, contact_sheet(test::walking_figure(), options));
}

TEST(Sheet, EmptyMotionStillGivesASheet)
{
    EXPECT_EQ(contact_sheet(Motion {}, kSmall).width, 256);
    EXPECT_EQ(contact_sheet(test::empty_stage({ 0 }), kSmall).width, 256);
    SheetOptions nothing = kSmall;
    nothing.rows = nothing.cell_width = nothing.gap = nothing.strip_height = 0;
    EXPECT_TRUE(contact_sheet(Motion {}, nothing).rgb.empty());
}

TEST(Text, StaysWithinItsWidthAndHeight)
{
    Image image(200, 60);
    const std::string text = "0.25 s jump";
    draw_text(image, { 10, 40 }, 20, text, { 255, 255, 255 });
    const double right = 10 + text_width(text, 20);
    ASSERT_LT(right, 199);
    int inside = 0;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 200; ++x) {
            if (image.pixel(x, y)[0] == 0)
                continue;
            ++inside;
            EXPECT_TRUE(x >= 6 && x <= right + 2 && y >= 17 && y <= 49) << x << ", " << y;
        }
    EXPECT_GT(inside, 200);
}

TEST(Text, EveryLetterLooksDifferent)
{
    const std::string letters
        = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:-+=/()%_' #";
    std::vector<Image> pictures;
    for (char letter : letters) {
        Image image(30, 40);
        draw_text(image, { 5, 28 }, 20, std::string(1, letter), { 255, 255, 255 });
        pictures.push_back(image);
    }
    for (std::size_t a = 0; a < pictures.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            EXPECT_NE(pictures[a], pictures[b]) << letters[a] << " and " << letters[b];
}

TEST(Text, IsClippedAtTheBorder)
{
    Image image(10, 10);
    draw_text(image, { -30, 15 }, 40, "WWW", { 255, 255, 255 });
    fill_rectangle(image, 8, 8, 50, 50, { 9, 9, 9 });
    EXPECT_EQ(image.pixel(9, 9)[0], 9);
}

}  // namespace
}  // namespace gambol::render
