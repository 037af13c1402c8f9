// SPDX-License-Identifier: MIT
#include "gambol/io/export/footfall_svg.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/motion/cycle.hpp"
#include "gambol/motion/gait.hpp"
#include "gambol/motion/gait_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

using Anchor = PlotText::Anchor;

constexpr double kChartWidth = 900, kChartLeft = 150, kChartRight = 150, kChartTop = 70,
                 kChartRow = 34, kChartBar = 20;
constexpr double kChartAxis = 50;
constexpr int kChartCycles = 2;
constexpr PlotColor kChartLeftSide { 63, 127, 191 }, kChartRightSide { 224, 123, 57 },
    kChartMiddle { 91, 154, 112 };
constexpr PlotColor kChartGrid { 226, 226, 226 }, kChartStrong { 140, 140, 140 },
    kChartPale { 120, 120, 120 };

PlotText words(double x, double y, Anchor anchor, const std::string& text, double size = 13)
{
    PlotText result { { x, y }, text };
    result.anchor = anchor;
    result.size = size;
    return result;
}

double x_of(double phase)
{
    return kChartLeft + (kChartWidth - kChartLeft - kChartRight) * phase / kChartCycles;
}

PlotColor side_of(const std::string& name)
{
    return name.find("left") != std::string::npos ? kChartLeftSide
        : name.find("right") != std::string::npos ? kChartRightSide
                                                  : kChartMiddle;
}

/// Front feet first, left before right; as they are where they have no such order.
std::vector<std::size_t> order_of(const Gait& gait)
{
    std::vector<Eigen::Vector3d> places;
    for (const FootPhase& foot : gait.feet)
        places.push_back(foot.place);
    std::vector<std::size_t> order = feet_in_rows(places);
    if (order.empty())
        for (std::size_t i = 0; i < gait.feet.size(); ++i)
            order.push_back(i);
    return order;
}

void draw_foot(const FootPhase& foot, double y, PlotPicture& picture)
{
    std::string name = foot.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    const double baseline = y + kChartRow / 2 + 5;
    picture.parts.emplace_back(words(kChartLeft - 12, baseline, Anchor::end, name));
    for (int cycle = -1; cycle < kChartCycles; ++cycle) {
        const double from = std::max(0.0, cycle + foot.phase);
        const double to = std::min(double(kChartCycles), cycle + foot.phase + foot.duty);
        if (to > from)
            picture.parts.emplace_back(PlotBox { { x_of(from), y + (kChartRow - kChartBar) / 2 },
                { x_of(to) - x_of(from), kChartBar }, side_of(foot.name) });
    }
    PlotText note = words(kChartWidth - kChartRight + 12, baseline, Anchor::start,
        fmt::format("{:.2f}, duty {:.2f}", foot.phase, foot.duty), 11);
    note.color = kChartPale;
    picture.parts.emplace_back(note);
}

void draw_axis(double bottom, PlotPicture& picture)
{
    for (int quarter = 0; quarter <= 4 * kChartCycles; ++quarter) {
        const double phase = quarter / 4.0, x = x_of(phase);
        picture.parts.emplace_back(PlotPath { { { x, kChartTop - 4 }, { x, bottom + 4 } },
            quarter % 4 == 0 ? kChartStrong : kChartGrid });
        picture.parts.emplace_back(
            words(x, bottom + 20, Anchor::middle, fmt::format("{:g}", phase), 11));
    }
    picture.parts.emplace_back(words(x_of(kChartCycles / 2.0), bottom + 38, Anchor::middle,
        "cycles since the first foot came down", 12));
}

}  // namespace

bool has_footfalls(const Motion& motion)
{
    return motion.cycle > 0 && !motion.characters.empty()
        && !footfalls(motion, motion.characters.front()).empty();
}

PlotPicture footfall_chart(const Motion& motion)
{
    const MotionCharacter& who = motion.characters.front();
    std::vector<std::string> feet;
    for (const Footfall& fall : footfalls(motion, who))
        feet.push_back(fall.name);
    const Gait gait = find_gait(motion, 0, feet);
    const double period = cycle_period(motion);
    const double stride
        = (who.positions[std::size_t(motion.cycle)][0] - who.positions[0][0]).norm();
    const double bottom = kChartTop + kChartRow * double(feet.size());
    PlotPicture picture { kChartWidth, bottom + kChartAxis, {} };
    picture.parts.emplace_back(words(24, 30, Anchor::start,
        fmt::format("{}{}", motion.name, gait.name == "none" ? "" : ": " + gait.name), 17));
    PlotText more = words(24, 50, Anchor::start,
        fmt::format(
            "{:.3g} m/s, a stride of {:.3g} m in {:.3g} s", stride / period, stride, period),
        12);
    more.color = kChartPale;
    picture.parts.emplace_back(more);
    draw_axis(bottom, picture);
    double y = kChartTop;
    for (const std::size_t i : order_of(gait)) {
        draw_foot(gait.feet[i], y, picture);
        y += kChartRow;
    }
    return picture;
}

Exported write_footfall_svg(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions&)
{
    if (!has_footfalls(motion))
        throw InputError(fmt::format(
            "{}: '{}' has no footfalls: only gaits repeat", file.string(), motion.name));
    write_export(file, to_svg(footfall_chart(motion)));
    return { { file } };
}

}  // namespace gambol::io
