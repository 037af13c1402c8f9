// SPDX-License-Identifier: MIT
#include "svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gambol::bench {

namespace {

constexpr std::array kColors { "#0b6fa4", "#1b9e77", "#d1495b", "#8d6cab", "#b8860b", "#5a5a5a" };
constexpr double kWidth = 720, kLineHeight = 460, kBarHeight = 26;
constexpr double kLeft = 70, kRight = 110, kTop = 44, kBottom = 52, kBarLeft = 120, kBarRight = 170;
constexpr double kLabelGap = 15;  // between names of curves

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return result;
}

/// A logarithmic axis from one picture coordinate to another.
class Axis {
public:
    Axis(double at_low, double at_high)
        : at_low_(at_low)
        , at_high_(at_high)
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
        const std::vector<double> all = steps(low_ / 10, high_ * 10);
        low_ = *std::prev(std::upper_bound(all.begin(), all.end(), low_ * (1 + 1e-9)));
        high_ = *std::lower_bound(all.begin(), all.end(), high_ * (1 - 1e-9));
        if (high_ <= low_)
            high_ = 10 * low_;
    }
    [[nodiscard]] double at(double value) const
    {
        return at_low_ + (at_high_ - at_low_) * std::log(value / low_) / std::log(high_ / low_);
    }
    /// Few enough to be read: 1, 2, 5 within three decades, else powers of ten.
    [[nodiscard]] std::vector<double> ticks() const
    {
        std::vector<double> all = steps(low_ * (1 - 1e-9), high_ * (1 + 1e-9));
        if (high_ / low_ > 1001)
            std::erase_if(all, [](double v) {
                const double power = std::log10(v);
                return std::abs(power - std::round(power)) > 1e-6;
            });
        return all;
    }

private:
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
    double low_ = std::numeric_limits<double>::infinity(), high_ = 0;
};

std::string text(double x, double y, const std::string& anchor, const std::string& words,
    const std::string& more = "")
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
        anchor, more.empty() ? "" : " " + more, escaped(words));
}

std::string line(double x1, double y1, double x2, double y2)
{
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                       "stroke=\"#dcdcdc\"/>\n",
        x1, y1, x2, y2);
}

std::string framed(double height, const std::string& title, const std::string& body)
{
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                       "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                       "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
               kWidth, height)
        + text(kWidth / 2, 24, "middle", title, "font-size=\"15\"") + body + "</svg>\n";
}

/// Names move apart until none covers another.
void spread(std::vector<double>& at)
{
    std::vector<size_t> order(at.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return at[a] < at[b]; });
    for (size_t i = 1; i < order.size(); ++i)
        at[order[i]] = std::max(at[order[i]], at[order[i - 1]] + kLabelGap);
}

}  // namespace

std::string line_plot_svg(const LinePlot& plot)
{
    Axis x(kLeft, kWidth - kRight), y(kLineHeight - kBottom, kTop);
    for (const Curve& curve : plot.curves)
        for (size_t i = 0; i < curve.x.size(); ++i) {
            x.include(curve.x[i]);
            y.include(curve.y[i]);
        }
    if (x.is_empty() || y.is_empty())
        return framed(kLineHeight, plot.title, "");
    x.round_outwards();
    y.round_outwards();
    std::string body;
    for (const double v : x.ticks())
        body += line(x.at(v), kTop, x.at(v), kLineHeight - kBottom)
            + text(x.at(v), kLineHeight - kBottom + 16, "middle", fmt::format("{:g}", v));
    for (const double v : y.ticks())
        body += line(kLeft, y.at(v), kWidth - kRight, y.at(v))
            + text(kLeft - 8, y.at(v) + 4, "end", fmt::format("{:g}", v));
    body += text((kLeft + kWidth - kRight) / 2, kLineHeight - 14, "middle", plot.x_label);
    body += text(18, (kTop + kLineHeight - kBottom) / 2, "middle", plot.y_label,
        fmt::format("transform=\"rotate(-90 18 {:.1f})\"", (kTop + kLineHeight - kBottom) / 2));

    std::vector<double> names;
    std::string dots;
    for (size_t c = 0; c < plot.curves.size(); ++c) {
        const Curve& curve = plot.curves[c];
        std::string path;
        double last = kTop;
        for (size_t i = 0; i < curve.x.size(); ++i) {
            if (!(curve.x[i] > 0 && curve.y[i] > 0))
                continue;
            last = y.at(curve.y[i]);
            path += fmt::format("{:.1f},{:.1f} ", x.at(curve.x[i]), last);
            dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                x.at(curve.x[i]), last, kColors[c % kColors.size()]);
        }
        body += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" "
                            "points=\"{}\"/>\n",
            kColors[c % kColors.size()], path);
        names.push_back(last);
    }
    body += dots;
    spread(names);
    for (size_t c = 0; c < names.size(); ++c)
        body += text(kWidth - kRight + 10, names[c] + 4, "start", plot.curves[c].name,
            fmt::format("fill=\"{}\"", kColors[c % kColors.size()]));
    return framed(kLineHeight, plot.title, body);
}

std::string bar_plot_svg(const BarPlot& plot)
{
    const double bottom = kTop + kBarHeight * double(plot.bars.size()), height = bottom + kBottom;
    Axis axis(kBarLeft, kWidth - kBarRight);
    for (const Bar& bar : plot.bars) {
        axis.include(bar.value);
        axis.include(bar.value / 2);  // the least one has a length too
    }
    if (axis.is_empty())
        return framed(height, plot.title, "");
    axis.round_outwards();
    std::string body;
    for (const double v : axis.ticks())
        body += line(axis.at(v), kTop, axis.at(v), bottom)
            + text(axis.at(v), bottom + 16, "middle", fmt::format("{:g}", v));
    body += text((kBarLeft + kWidth - kBarRight) / 2, height - 14, "middle", plot.label);
    for (size_t i = 0; i < plot.bars.size(); ++i) {
        const Bar& bar = plot.bars[i];
        const double top = kTop + kBarHeight * double(i), middle = top + kBarHeight / 2 + 4;
        body += text(kBarLeft - 8, middle, "end", bar.name);
        if (!(bar.value > 0))
            continue;
        body += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
            kBarLeft, top + 4, axis.at(bar.value) - kBarLeft, kBarHeight - 8,
            kColors[i % kColors.size()]);
        body += text(axis.at(bar.value) + 6, middle, "start", bar.note);
    }
    return framed(height, plot.title, body);
}

}  // namespace gambol::bench
