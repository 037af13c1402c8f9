// SPDX-License-Identifier: MIT
#include "gambol/io/export/lineup.hpp"

#include "gambol/geometry/capsules.hpp"
#include "gambol/io/export/picture.hpp"
#include "gambol/render/camera.hpp"
#include "gambol/render/renderer.hpp"
#include "gambol/render/text.hpp"
#include "gambol/scene/described_bodies.hpp"

#include <algorithm>
#include <limits>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

constexpr double kGap = 0.15;  // of the tallest body, between one and the next

struct Extent {
    double back = std::numeric_limits<double>::infinity(), front = -back;
    double height = 0;
};

Extent extent_of(const Character& body, const std::vector<SegmentFrame>& frames)
{
    Extent extent;
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : body.segments[i].shapes) {
            for (const Capsule& c : as_capsules(shape))
                for (const Vector3d& end : { c.from, c.to }) {
                    const double x = (frames[i].position + frames[i].rotation * end).x();
                    extent.back = std::min(extent.back, x - c.radius);
                    extent.front = std::max(extent.front, x + c.radius);
                }
            extent.height = std::max(extent.height, heights(shape, frames[i]).highest);
        }
    return extent;
}

}  // namespace

Motion lineup(const std::vector<LineupEntry>& entries)
{
    Motion motion;
    motion.name = "lineup";
    motion.times = { 0 };
    motion.surfaces.push_back({ "ground", Plane { Vector3d::Zero(), Vector3d::UnitZ() }, 0.8 });
    std::vector<std::vector<SegmentFrame>> standing;
    std::vector<Extent> extents;
    double tallest = 0;
    for (const LineupEntry& entry : entries) {
        standing.push_back(forward_kinematics(
            entry.body, place(entry.body, entry.body.poses.at("standing"), { 0, 0 }, 0)));
        extents.push_back(extent_of(entry.body, standing.back()));
        tallest = std::max(tallest, extents.back().height);
    }
    double next = 0;
    for (std::size_t k = 0; k < entries.size(); ++k) {
        MotionCharacter character;
        character.name = entries[k].label;
        character.bodies = described_bodies(entries[k].body);
        character.positions.emplace_back();
        character.rotations.emplace_back();
        const Vector3d shift((next - extents[k].back), 0, 0);
        for (const SegmentFrame& frame : standing[k]) {
            character.positions.back().push_back(frame.position + shift);
            character.rotations.back().push_back(frame.rotation);
        }
        next += extents[k].front - extents[k].back + kGap * tallest;
        motion.characters.push_back(std::move(character));
    }
    return motion;
}

render::Image lineup_picture(const std::vector<LineupEntry>& entries, int width, int height)
{
    const Motion motion = lineup(entries);
    const render::View side {
        .azimuth = 0.25, .elevation = 0.12, .margin = 0.1, .vertical_fov = 0.3
    };
    const render::Camera camera
        = render::frame_motion(motion, double(width) / std::max(1, height), side);
    render::RenderOptions options;
    options.width = width;
    options.height = height;
    options.samples = 6;
    options.forces = options.contacts = options.markers = false;
    render::Image image = render::render(motion, 0, camera, options);
    constexpr double kLetters = 14;  // pixels
    for (const MotionCharacter& character : motion.characters) {
        const Vector3d root = character.positions[0][0];
        const auto at = render::project(camera, width, height, { root.x(), root.y(), 0 });
        if (at)
            render::draw_text(image,
                { at->x() - render::text_width(character.name, kLetters) / 2,
                    std::min(at->y() + 3 * kLetters, height - kLetters) },
                kLetters, character.name, { 44, 50, 58 });
    }
    return image;
}

void write_lineup(const std::vector<LineupEntry>& entries, const std::filesystem::path& png)
{
    write_png(lineup_picture(entries), png);
}

}  // namespace gambol::io
