// SPDX-License-Identifier: MIT
#include "gambol/io/plot/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gambol::io {

namespace {

using Eigen::Vector2d;
using Anchor = PlotText::Anchor;

constexpr std::array<PlotColor, 6> kPlotColors { { { 11, 111, 164 }, { 27, 158, 119 },
    { 209, 73, 91 }, { 141, 108, 171 }, { 184, 134, 11 }, { 90, 90, 90 } } };
constexpr PlotColor kPlotGrid { 220, 220, 220 };
constexpr double kPlotWidth = 720, kPlotLineHeight = 460, kPlotBarHeight = 26;
constexpr double kPlotLeft = 70, kPlotRight = 110, kPlotTop = 44, kPlotBottom = 52,
                 kPlotBarLeft = 120, kPlotBarRight = 170;
constexpr double kPlotLabelGap = 15;  // between names of curves

/// An axis from one picture coordinate to another: logarithmic, or from 0 in even steps.
class Axis {
public:
    Axis(double at_low, double at_high, bool even = false)
        : at_low_(at_low)
        , at_high_(at_high)
        , even_(even)
    {
    }
    void include(double value)
    {
        if (value > 0 && std::isfinite(value)) {
            low_ = std::min(low_, value);
            high_ = std::max(high_, value);
        }
    }
    [[nodiscard]] bool is_empty() const { return !(low_ <= high_); }
    /// Ends on a 1, 2 or 5 times a power of ten.
    void round_outwards()
    {
        if (even_) {
            low_ = 0;
            high_ = step() * std::ceil(high_ / step() - 1e-9);
            return;
        }
        const std::vector<double> all = steps(low_ / 10, high_ * 10);
        low_ = *std::prev(std::upper_bound(all.begin(), all.end(), low_ * (1 + 1e-9)));
        high_ = *std::lower_bound(all.begin(), all.end(), high_ * (1 - 1e-9));
        if (high_ <= low_)
            high_ = 10 * low_;
    }
    [[nodiscard]] double at(double value) const
    {
        const double share
            = even_ ? value / high_ : std::log(value / low_) / std::log(high_ / low_);
        return at_low_ + (at_high_ - at_low_) * share;
    }
    /// Few enough to be read: 1, 2, 5 within three decades, else powers of ten.
    [[nodiscard]] std::vector<double> ticks() const
    {
        if (even_) {
            std::vector<double> all;
            for (int i = 0; i * step() <= high_ * (1 + 1e-9); ++i)
                all.push_back(i * step());
            return all;
        }
        std::vector<double> all = steps(low_ * (1 - 1e-9), high_ * (1 + 1e-9));
        if (high_ / low_ > 1001)
            std::erase_if(all, [](double v) {
                const double power = std::log10(v);
                return std::abs(power - std::round(power)) > 1e-6;
            });
        return all;
    }

private:
    /// At most eight of them up to the end.
    [[nodiscard]] double step() const
    {
        const std::vector<double> all = steps(high_ / 8 * (1 - 1e-9), high_ * 2);
        return all.front();
    }
    static std::vector<double> steps(double from, double to)
    {
        std::vector<double> result;
        for (int power = int(std::floor(std::log10(from))) - 1; std::pow(10, power) <= to; ++power)
            for (const double digit : { 1.0, 2.0, 5.0 })
                if (const double v = digit * std::pow(10, power); v >= from && v <= to)
                    result.push_back(v);
        return result;
    }

    double at_low_, at_high_;
    bool even_;
    double low_ = std::numeric_limits<double>::infinity(), high_ = 0;
};

PlotText text(double x, double y, Anchor anchor, const std::string& words)
{
    PlotText result { { x, y }, words };
    result.anchor = anchor;
    return result;
}

PlotPath line(double x1, double y1, double x2, double y2)
{
    return { { { x1, y1 }, { x2, y2 } }, kPlotGrid };
}

PlotPicture framed(double height, const std::string& title)
{
    PlotPicture picture { kPlotWidth, height, {} };
    PlotText head = text(kPlotWidth / 2, 24, Anchor::middle, title);
    head.size = 15;
    picture.parts.emplace_back(head);
    return picture;
}

/// Names move apart until none covers another.
void spread(std::vector<double>& at)
{
    std::vector<size_t> order(at.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return at[a] < at[b]; });
    for (size_t i = 1; i < order.size(); ++i)
        at[order[i]] = std::max(at[order[i]], at[order[i - 1]] + kPlotLabelGap);
}

/// Grid, ticks and labels.
void draw_axes(const LinePlot& plot, const Axis& x, const Axis& y, PlotPicture& picture)
{
    auto& parts = picture.parts;
    for (const double v : x.ticks()) {
        parts.emplace_back(line(x.at(v), kPlotTop, x.at(v), kPlotLineHeight - kPlotBottom));
        parts.emplace_back(text(
            x.at(v), kPlotLineHeight - kPlotBottom + 16, Anchor::middle, fmt::format("{:g}", v)));
    }
    for (const double v : y.ticks()) {
        parts.emplace_back(line(kPlotLeft, y.at(v), kPlotWidth - kPlotRight, y.at(v)));
        parts.emplace_back(text(kPlotLeft - 8, y.at(v) + 4, Anchor::end, fmt::format("{:g}", v)));
    }
    parts.emplace_back(text((kPlotLeft + kPlotWidth - kPlotRight) / 2, kPlotLineHeight - 14,
        Anchor::middle, plot.x_label));
    PlotText upright
        = text(18, (kPlotTop + kPlotLineHeight - kPlotBottom) / 2, Anchor::middle, plot.y_label);
    upright.upright = true;
    parts.emplace_back(upright);
}

/// The height of its last point.
double draw_curve(
    const Curve& curve, const PlotColor& color, const Axis& x, const Axis& y, PlotPicture& picture)
{
    PlotPath path { {}, color, 1.8, curve.look == Curve::Look::dashed_line };
    std::vector<PlotText> notes;
    for (size_t i = 0; i < curve.x.size(); ++i) {
        if (!(curve.x[i] > 0 && curve.y[i] > 0))
            continue;
        path.points.emplace_back(x.at(curve.x[i]), y.at(curve.y[i]));
        if (i < curve.notes.size())
            notes.push_back(text(path.points.back().x(), path.points.back().y() - 9, Anchor::middle,
                curve.notes[i]));
    }
    if (curve.look != Curve::Look::hollow_dots && !path.points.empty())
        picture.parts.emplace_back(path);
    if (curve.look != Curve::Look::dashed_line)
        for (const Vector2d& point : path.points)
            picture.parts.emplace_back(
                PlotDot { point, 3, color, curve.look == Curve::Look::hollow_dots });
    for (PlotText& note : notes) {
        note.size = 10;
        picture.parts.emplace_back(note);
    }
    return path.points.empty() ? kPlotTop : path.points.back().y();
}

}  // namespace

PlotPicture line_plot(const LinePlot& plot)
{
    PlotPicture picture = framed(kPlotLineHeight, plot.title);
    Axis x(kPlotLeft, kPlotWidth - kPlotRight),
        y(kPlotLineHeight - kPlotBottom, kPlotTop, plot.even_y);
    for (const Curve& curve : plot.curves)
        for (size_t i = 0; i < curve.x.size(); ++i) {
            x.include(curve.x[i]);
            y.include(curve.y[i]);
        }
    if (x.is_empty() || y.is_empty())
        return picture;
    x.round_outwards();
    y.round_outwards();
    draw_axes(plot, x, y, picture);
    std::vector<double> names;
    for (size_t c = 0; c < plot.curves.size(); ++c)
        names.push_back(
            draw_curve(plot.curves[c], kPlotColors[c % kPlotColors.size()], x, y, picture));
    spread(names);
    for (size_t c = 0; c < names.size(); ++c) {
        PlotText name
            = text(kPlotWidth - kPlotRight + 10, names[c] + 4, Anchor::start, plot.curves[c].name);
        name.color = kPlotColors[c % kPlotColors.size()];
        picture.parts.emplace_back(name);
    }
    return picture;
}

std::string line_plot_svg(const LinePlot& plot)
{
    return to_svg(line_plot(plot));
}

std::string bar_plot_svg(const BarPlot& plot)
{
    const double bottom = kPlotTop + kPlotBarHeight * double(plot.bars.size()),
                 height = bottom + kPlotBottom;
    PlotPicture picture = framed(height, plot.title);
    auto& parts = picture.parts;
    Axis axis(kPlotBarLeft, kPlotWidth - kPlotBarRight);
    for (const Bar& bar : plot.bars) {
        axis.include(bar.value);
        axis.include(bar.value / 2);  // the least one has a length too
    }
    if (axis.is_empty())
        return to_svg(picture);
    axis.round_outwards();
    for (const double v : axis.ticks()) {
        parts.emplace_back(line(axis.at(v), kPlotTop, axis.at(v), bottom));
        parts.emplace_back(text(axis.at(v), bottom + 16, Anchor::middle, fmt::format("{:g}", v)));
    }
    parts.emplace_back(text(
        (kPlotBarLeft + kPlotWidth - kPlotBarRight) / 2, height - 14, Anchor::middle, plot.label));
    for (size_t i = 0; i < plot.bars.size(); ++i) {
        const Bar& bar = plot.bars[i];
        const double top = kPlotTop + kPlotBarHeight * double(i),
                     middle = top + kPlotBarHeight / 2 + 4;
        parts.emplace_back(text(kPlotBarLeft - 8, middle, Anchor::end, bar.name));
        if (!(bar.value > 0))
            continue;
        parts.emplace_back(PlotBox { { kPlotBarLeft, top + 4 },
            { axis.at(bar.value) - kPlotBarLeft, kPlotBarHeight - 8 },
            kPlotColors[i % kPlotColors.size()] });
        parts.emplace_back(text(axis.at(bar.value) + 6, middle, Anchor::start, bar.note));
    }
    return to_svg(picture);
}

}  // namespace gambol::io
