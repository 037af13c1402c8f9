// SPDX-License-Identifier: MIT
#include "gambol/render/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gambol::render {

using Eigen::Vector2d;

namespace {

/// Pen strokes on a grid 4 wide and 6 high: points are pairs of digits x y, y up from the baseline,
/// 'a' and 'b' one and two below it; a space lifts the pen.
struct Glyph {
    char letter;
    const char* strokes;
};

constexpr Glyph kGlyphs[] = {
    { '0', "103041453616050110" },
    { '1', "042620 1030" },
    { '2', "05163645440040" },
    { '3', "05163645443313 334241301001" },
    { '4', "3036 360242" },
    { '5', "460603334241301001" },
    { '6', "453616050110304142331302" },
    { '7', "064610" },
    { '8', "130405163645443313 1302011030414233" },
    { '9', "011030414536160504133344" },
    { 'A', "002640 1232" },
    { 'B', "00063645443303 3342413000" },
    { 'C', "4536160501103041" },
    { 'D', "00062644422000" },
    { 'E', "46060040 0333" },
    { 'F', "460600 0333" },
    { 'G', "45361605011030414323" },
    { 'H', "0006 4046 0343" },
    { 'I', "2026 1030 1636" },
    { 'J', "4641301001" },
    { 'K', "0006 4602 1340" },
    { 'L', "060040" },
    { 'M', "0006234640" },
    { 'N', "00064046" },
    { 'O', "103041453616050110" },
    { 'P', "00063645443303" },
    { 'Q', "103041453616050110 2240" },
    { 'R', "00063645443303 2340" },
    { 'S', "453616050413334241301001" },
    { 'T', "0646 2620" },
    { 'U', "060110304146" },
    { 'V', "062046" },
    { 'W', "0610233046" },
    { 'X', "0046 0640" },
    { 'Y', "062346 2320" },
    { 'Z', "06460040" },
    { 'a', "3430 3324140301102031" },
    { 'b', "0600 0314243331201001" },
    { 'c', "3324140301102031" },
    { 'd', "3630 3324140301102031" },
    { 'e', "02323324140301102031" },
    { 'f', "36261510 0434" },
    { 'g', "343a2b1b0a 3324140301102031" },
    { 'h', "0600 0314243330" },
    { 'i', "1410 1616" },
    { 'j', "242a1b0b 2626" },
    { 'k', "0600 3401 1230" },
    { 'l', "161120" },
    { 'm', "0400 03142320 23344340" },
    { 'n', "0400 0314243330" },
    { 'o', "102031332414030110" },
    { 'p', "040b 0314243331201001" },
    { 'q', "343b 3324140301102031" },
    { 'r', "0400 03142434" },
    { 's', "33241403122231201001" },
    { 't', "16112030 0434" },
    { 'u', "0401102031 3430" },
    { 'v', "042044" },
    { 'w', "0410233044" },
    { 'x', "0034 0430" },
    { 'y', "0421 440b" },
    { 'z', "04340030" },
    { '.', "1010" },
    { ',', "111a" },
    { ':', "1111 1414" },
    { '-', "0333" },
    { '+', "0343 2521" },
    { '=', "0444 0242" },
    { '/', "0046" },
    { '(', "2615112a" },
    { ')', "1625211a" },
    { '%', "0046 0606 4040" },
    { '_', "0040" },
    { '\'', "1615" },
    { ' ', "" },
};
constexpr const char* kUnknown = "0006464000";

const char* strokes_of(char letter)
{
    for (const Glyph& glyph : kGlyphs)
        if (glyph.letter == letter)
            return glyph.strokes;
    return kUnknown;
}

struct Stroke {
    Vector2d from, to;  // grid units
};

double grid_y(char c)
{
    return c == 'a' ? -1 : c == 'b' ? -2 : c - '0';
}

std::vector<Stroke> parse(const char* strokes)
{
    std::vector<Stroke> result;
    const auto point = [](const char* c) { return Vector2d(c[0] - '0', grid_y(c[1])); };
    for (const char* c = strokes; *c; ++c) {
        // Every stroke has at least two points; the last one is followed by a space or the end.
        for (; c[2] && c[2] != ' '; c += 2)
            result.push_back({ point(c), point(c + 2) });
        c += c[2] ? 2 : 1;
    }
    return result;
}

/// Distance the pen moves on: as wide as the glyph, plus one and a half.
double advance(const char* strokes)
{
    double right = 1;
    for (const Stroke& stroke : parse(strokes))
        right = std::max({ right, stroke.from.x(), stroke.to.x() });
    return right + 1.6;
}

double distance_to(const Stroke& stroke, const Vector2d& point)
{
    const Vector2d along = stroke.to - stroke.from;
    const double length_sq = along.squaredNorm();
    const double t
        = length_sq > 0 ? std::clamp((point - stroke.from).dot(along) / length_sq, 0.0, 1.0) : 0.0;
    return (point - stroke.from - t * along).norm();
}

void blend(std::uint8_t* pixel, const std::array<std::uint8_t, 3>& color, double opacity)
{
    for (std::size_t c = 0; c < 3; ++c)
        pixel[c] = std::uint8_t(std::lround(pixel[c] + opacity * (color[c] - pixel[c])));
}

}  // namespace

double text_width(std::string_view text, double height)
{
    double width = 0;
    for (char letter : text)
        width += advance(strokes_of(letter));
    return width * height / 6;
}

void draw_text(Image& image, const Vector2d& origin, double height, std::string_view text,
    const std::array<std::uint8_t, 3>& color)
{
    const double unit = height / 6, pen = std::max(0.7, 0.075 * height);  // pixels
    double left = origin.x();
    for (char letter : text) {
        const std::vector<Stroke> strokes = parse(strokes_of(letter));
        const int x0 = int(left - 2), x1 = int(left + 5 * unit + 2);
        const int y0 = int(origin.y() - height - 2), y1 = int(origin.y() + 2 * unit + 2);
        for (int y = std::max(0, y0); y < std::min(image.height, y1); ++y)
            for (int x = std::max(0, x0); x < std::min(image.width, x1); ++x) {
                const Vector2d at((x + 0.5 - left) / unit, (origin.y() - y - 0.5) / unit);
                double distance = 1e9;
                for (const Stroke& stroke : strokes)
                    distance = std::min(distance, distance_to(stroke, at));
                const double cover = std::clamp(pen - distance * unit + 0.5, 0.0, 1.0);
                if (cover > 0)
                    blend(image.pixel(x, y), color, cover);
            }
        left += advance(strokes_of(letter)) * unit;
    }
}

void fill_rectangle(Image& image, int x, int y, int width, int height,
    const std::array<std::uint8_t, 3>& color, double opacity)
{
    for (int j = std::max(0, y); j < std::min(image.height, y + height); ++j)
        for (int i = std::max(0, x); i < std::min(image.width, x + width); ++i)
            blend(image.pixel(i, j), color, opacity);
}

}  // namespace gambol::render
