// SPDX-License-Identifier: MIT
#include "gambol/io/plot/plot_picture.hpp"

#include "gambol/geometry/shape.hpp"
#include "gambol/render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::io {

namespace {

using Eigen::Vector2d;

constexpr double kDash = 5, kGap = 4;  // pixels
constexpr double kCapitals = 0.72;  // height of capital letters, of the size of a font

std::string hex(const PlotColor& color)
{
    return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

std::string svg_of(const PlotPath& path)
{
    const std::string stroke = fmt::format("stroke=\"{}\" stroke-width=\"{:g}\"{}", hex(path.color),
        path.width, path.dashed ? fmt::format(" stroke-dasharray=\"{:g} {:g}\"", kDash, kGap) : "");
    if (path.points.size() == 2)
        return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n",
            path.points[0].x(), path.points[0].y(), path.points[1].x(), path.points[1].y(), stroke);
    std::string points;
    for (const Vector2d& point : path.points)
        points += fmt::format("{:.1f},{:.1f} ", point.x(), point.y());
    return fmt::format("<polyline fill=\"none\" {} points=\"{}\"/>\n", stroke, points);
}

std::string svg_of(const PlotBox& box)
{
    return fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
        box.corner.x(), box.corner.y(), box.size.x(), box.size.y(), hex(box.color));
}

std::string svg_of(const PlotDot& dot)
{
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\"{}/>\n",
        dot.at.x(), dot.at.y(), dot.radius, dot.hollow ? "#ffffff" : hex(dot.color),
        dot.hollow ? fmt::format(" stroke=\"{}\" stroke-width=\"1.5\"", hex(dot.color)) : "");
}

std::string svg_of(const PlotText& text)
{
    static const std::array<const char*, 3> kAnchors { "start", "middle", "end" };
    const std::string turn = text.upright
        ? fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", text.at.x(), text.at.y())
        : "";
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{:g}\" "
                       "fill=\"{}\"{}>{}</text>\n",
        text.at.x(), text.at.y(), kAnchors[std::size_t(text.anchor)], text.size, hex(text.color),
        turn, xml_escaped(text.words));
}

std::array<std::uint8_t, 3> bytes(const PlotColor& color)
{
    return { std::uint8_t(color.red), std::uint8_t(color.green), std::uint8_t(color.blue) };
}

/// Strokes and discs by their distance from the middles of pixels.
class Pen {
public:
    Pen(render::Image& image, double scale)
        : image_(image)
        , scale_(scale)
    {
    }

    void draw(const PlotPath& path)
    {
        double along = 0;
        for (std::size_t i = 1; i < path.points.size(); ++i) {
            stroke(path.points[i - 1], path.points[i], path, along);
            along += (path.points[i] - path.points[i - 1]).norm();
        }
    }
    void draw(const PlotBox& box)
    {
        const auto pixel = [&](double v) { return int(std::lround(scale_ * v)); };
        render::fill_rectangle(image_, pixel(box.corner.x()), pixel(box.corner.y()),
            pixel(box.size.x()), pixel(box.size.y()), bytes(box.color));
    }
    void draw(const PlotDot& dot)
    {
        disc(dot.at, dot.radius, dot.color);
        if (dot.hollow)
            disc(dot.at, dot.radius - 1.5, { 255, 255, 255 });
    }
    void draw(const PlotText& text)
    {
        const double height = scale_ * kCapitals * text.size;
        const double width = render::text_width(text.words, height);
        const double back = text.anchor == PlotText::Anchor::start ? 0
            : text.anchor == PlotText::Anchor::middle              ? width / 2
                                                                   : width;
        if (!text.upright) {
            render::draw_text(image_, scale_ * text.at - Vector2d(back, 0), height, text.words,
                bytes(text.color));
            return;
        }
        // Written on a strip, which is then turned.
        render::Image strip(int(width) + 4, int(2 * height));
        std::fill(strip.rgb.begin(), strip.rgb.end(), 255);
        render::draw_text(strip, { 2, 1.5 * height }, height, text.words, bytes(text.color));
        const Vector2d begin = scale_ * text.at;
        for (int y = 0; y < strip.height; ++y)
            for (int x = 0; x < strip.width; ++x)
                put(int(begin.x() + y - 1.5 * height), int(begin.y() + back - x),
                    strip.pixel(x, y));
    }

private:
    void put(int x, int y, const std::uint8_t* color)
    {
        if (x < 0 || y < 0 || x >= image_.width || y >= image_.height)
            return;
        std::uint8_t* pixel = image_.pixel(x, y);
        for (int c = 0; c < 3; ++c)
            pixel[c] = std::min(pixel[c], color[c]);
    }
    void blend(int x, int y, const PlotColor& color, double opacity)
    {
        if (opacity > 0)
            render::fill_rectangle(image_, x, y, 1, 1, bytes(color), std::min(1.0, opacity));
    }
    void disc(const Vector2d& at, double radius, const PlotColor& color)
    {
        const Vector2d center = scale_ * at;
        const double r = scale_ * radius;
        for (int y = int(center.y() - r) - 1; y <= int(center.y() + r) + 1; ++y)
            for (int x = int(center.x() - r) - 1; x <= int(center.x() + r) + 1; ++x)
                blend(x, y, color, r + 0.5 - (Vector2d(x + 0.5, y + 0.5) - center).norm());
    }
    /// `along`: how far the path has come before; dashes go on from there.
    void stroke(const Vector2d& from, const Vector2d& to, const PlotPath& path, double along)
    {
        const Vector2d a = scale_ * from, b = scale_ * to, way = b - a;
        const double length = way.norm(), half = scale_ * path.width / 2;
        if (length <= 0)
            return;
        const Vector2d low = a.cwiseMin(b), high = a.cwiseMax(b);
        for (int y = int(low.y() - half) - 1; y <= int(high.y() + half) + 1; ++y)
            for (int x = int(low.x() - half) - 1; x <= int(high.x() + half) + 1; ++x) {
                const Vector2d p(x + 0.5, y + 0.5);
                const double s = std::clamp((p - a).dot(way) / (length * length), 0.0, 1.0);
                const double place = along + s * length / scale_;
                if (path.dashed && std::fmod(place, kDash + kGap) > kDash)
                    continue;
                blend(x, y, path.color, half + 0.5 - (p - a - s * way).norm());
            }
    }

    render::Image& image_;
    double scale_;
};

}  // namespace

std::string xml_escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return result;
}

void PlotPicture::add(const PlotPicture& other, const Vector2d& by)
{
    for (auto part : other.parts) {
        std::visit(Overloaded { [&](PlotPath& path) {
                                   for (Vector2d& point : path.points)
                                       point += by;
                               },
                       [&](PlotBox& box) { box.corner += by; }, [&](auto& one) { one.at += by; } },
            part);
        parts.push_back(std::move(part));
    }
}

std::string to_svg(const PlotPicture& picture)
{
    std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                                  "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                                  "font-family=\"sans-serif\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        picture.width, picture.height);
    for (const auto& part : picture.parts)
        svg += std::visit([](const auto& one) { return svg_of(one); }, part);
    return svg + "</svg>\n";
}

render::Image to_image(const PlotPicture& picture, double scale)
{
    render::Image image(
        int(std::lround(scale * picture.width)), int(std::lround(scale * picture.height)));
    std::fill(image.rgb.begin(), image.rgb.end(), 255);
    Pen pen(image, scale);
    for (const auto& part : picture.parts)
        std::visit([&](const auto& one) { pen.draw(one); }, part);
    return image;
}

}  // namespace gambol::io
