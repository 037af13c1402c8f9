// SPDX-License-Identifier: MIT
#include "gambol/render/sheet.hpp"

#include "gambol/render/frame_pose.hpp"
#include "gambol/render/renderer.hpp"
#include "gambol/render/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace gambol::render {

using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

constexpr std::array<std::uint8_t, 3> kPaper { 250, 250, 249 };
constexpr std::array<std::uint8_t, 3> kInk { 44, 50, 58 };

void paste(const Image& piece, int x, int y, Image& sheet)
{
    for (int row = 0; row < piece.height; ++row)
        std::copy_n(piece.pixel(0, row), 3 * piece.width, sheet.pixel(x, y + row));
}

std::string seconds(double time)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f s", time);
    return text;
}

/// Text on a light plate, so that it reads on any picture.
void label(Image& image, double x, double y, double height, const std::string& text)
{
    const int pad = int(0.6 * height);
    fill_rectangle(image, int(x) - pad, int(y - height) - pad,
        int(text_width(text, height)) + 2 * pad, int(height) + 2 * pad, kPaper, 0.72);
    draw_text(image, { x, y }, height, text, kInk);
}

/// How far the characters go along the ground, summed over the clip, per character.
double path_length(const Motion& motion)
{
    double length = 0;
    const std::vector<double> times = spread_times(motion, 40);
    for (const MotionCharacter& character : motion.characters)
        for (std::size_t k = 0; k + 1 < times.size(); ++k) {
            Vector3d step = center_of_mass(character, sample_at(motion.times, times[k + 1]))
                - center_of_mass(character, sample_at(motion.times, times[k]));
            step.z() = 0;
            length += step.norm();
        }
    return motion.characters.empty() ? 0 : length / double(motion.characters.size());
}

/// Poses at equal steps of the way the bodies move, not of time: nobody stands twice on one spot.
std::vector<double> ghost_times(const Motion& motion)
{
    constexpr double kSpacing = 0.42;  // m between two poses
    constexpr int kFine = 120, kMost = 14;
    const std::vector<double> times = spread_times(motion, kFine);
    std::vector<double> way { 0 };  // mean distance the body origins have moved until times[k]
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
        double moved = 0;
        int bodies = 0;
        const TimeSample a = sample_at(motion.times, times[k]);
        const TimeSample b = sample_at(motion.times, times[k + 1]);
        for (const MotionCharacter& character : motion.characters)
            for (int i = 0; i < int(character.bodies.size()); ++i, ++bodies)
                moved += (body_pose(character, i, b).translation()
                    - body_pose(character, i, a).translation())
                             .norm();
        way.push_back(way.back() + (bodies ? moved / bodies : 0));
    }
    const int count = std::clamp(int(way.back() / kSpacing), 1, kMost);
    std::vector<double> ghosts;
    for (int g = 0; g < count; ++g) {
        const double wanted = way.back() * g / count;
        const auto k = std::lower_bound(way.begin(), way.end(), wanted) - way.begin();
        if (!times.empty())
            ghosts.push_back(times[std::size_t(k)]);
    }
    return ghosts;
}

Image render_strip(Renderer& renderer, const Motion& motion, const SheetOptions& options, int width)
{
    RenderOptions strip;
    strip.width = width;
    strip.height = options.strip_height;
    strip.samples = options.samples + options.samples / 2;
    strip.threads = options.threads;
    strip.strain = options.strain;
    strip.forces = strip.contacts = false;
    strip.footprints = strip.mass_trace = true;
    strip.ghosts = ghost_times(motion);
    strip.ghost_opacity = 0.66;
    const View side { .azimuth = 0.18, .elevation = 0.2, .margin = 0.06, .vertical_fov = 0.3 };
    const double aspect = double(width) / options.strip_height;
    const Camera camera
        = frame_motion(motion, aspect, clear_view(motion, aspect, Framing::whole, side));
    const double end = motion.times.empty() ? 0 : motion.times.back();
    Image image = renderer.render(end, camera, strip);

    std::string facts = seconds(motion.times.empty() ? 0 : end - motion.times.front());
    if (!motion.characters.empty()) {
        char path[64];
        std::snprintf(path, sizeof path, "   path %.2f m", path_length(motion));
        facts += path;
    }
    label(image, 18, 34, 15, motion.name.empty() ? "motion" : motion.name);
    label(image, 18, 64, 11, facts);
    return image;
}

}  // namespace

Image contact_sheet(const Motion& motion, const SheetOptions& options)
{
    const int columns = std::max(1, options.columns), rows = std::max(0, options.rows);
    const int cell_w = std::max(0, options.cell_width), cell_h = std::max(0, options.cell_height);
    const int gap = std::max(0, options.gap);
    const int width = columns * (cell_w + gap) + gap;
    const int strip = std::max(0, options.strip_height);
    Image sheet(width, rows * (cell_h + gap) + gap + (strip ? strip + gap : 0));
    fill_rectangle(sheet, 0, 0, sheet.width, sheet.height, kPaper);

    Renderer renderer(motion);
    RenderOptions cell;
    cell.width = cell_w;
    cell.height = cell_h;
    cell.samples = options.samples;
    cell.threads = options.threads;
    cell.strain = options.strain;
    const double aspect = cell_h > 0 ? double(cell_w) / cell_h : 1;
    const FollowCamera camera(motion, aspect, clear_view(motion, aspect, Framing::follow));
    std::vector<double> times = spread_times(motion, columns * rows);
    if (times.empty())
        times.assign(std::size_t(columns * rows), 0);
    for (int i = 0; i < columns * rows; ++i) {
        const double time = times[std::size_t(i)];
        Image image = renderer.render(time, camera.at(time), cell);
        label(image, 12, 24, 11, seconds(time));
        paste(image, gap + i % columns * (cell_w + gap), gap + i / columns * (cell_h + gap), sheet);
    }
    if (strip && width > 2 * gap)
        paste(render_strip(renderer, motion, options, width - 2 * gap), gap,
            rows * (cell_h + gap) + gap, sheet);
    return sheet;
}

}  // namespace gambol::render
