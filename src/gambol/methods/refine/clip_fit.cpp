// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/clip_fit.hpp"

#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::refine {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kAxisPoint = 0.15;  // m: how much the turn of a segment counts beside its place
constexpr double kTurnWeight = 0.3;
constexpr double kTrunkWeight = 0.1;  // of places that are elsewhere in every skeleton
constexpr double kTouch = 0.03;  // m: how exactly clips know where the floor is
constexpr double kSlow = 0.3;  // m/s
constexpr double kOffFloor = 0.2;  // m: how far a whole clip may be, to be put on the floor
constexpr double kStay = 1e-3;  // m²/rad²

bool has_several_children(const Character& body, std::size_t segment)
{
    return std::count_if(body.segments.begin(), body.segments.end(), [&](const Segment& s) {
        return s.parent == static_cast<int>(segment);
    }) > 1;
}

/// Where every segment that the clip knows should be, with its turn where it tells.
std::vector<dynamics::PointTarget> targets_at(
    const SegmentClip& clip, std::size_t frame, const Character& body)
{
    std::vector<dynamics::PointTarget> targets;
    for (std::size_t i = 0; i < clip.segments.size(); ++i) {
        if (!clip.segments[i].known)
            continue;
        const auto& [place, turn] = clip.frames[frame][i];
        const bool trunk = !clip.own && has_several_children(body, i);
        targets.push_back(
            { static_cast<int>(i), Vector3d::Zero(), place, trunk ? kTrunkWeight : 1 });
        if (!clip.segments[i].turned)
            continue;
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3d point = kAxisPoint * Vector3d::Unit(axis);
            targets.push_back({ static_cast<int>(i), point, place + turn * point,
                trunk ? kTrunkWeight * kTurnWeight : kTurnWeight });
            // A place of little weight must not pull through the points around it.
            if (trunk)
                targets.push_back({ static_cast<int>(i), -point, place - turn * point,
                    kTrunkWeight * kTurnWeight });
        }
    }
    return targets;
}

/// The surface that a patch of the pose is near to, or −1.
int touched(const Patch& patch, const std::vector<SegmentFrame>& frames,
    const std::vector<SegmentFrame>& before, double dt, const std::vector<Surface>& surfaces)
{
    const auto center = [&](const std::vector<SegmentFrame>& all) -> Vector3d {
        const SegmentFrame& frame = all[static_cast<std::size_t>(patch.segment)];
        return frame.position + frame.rotation * patch.center;
    };
    if ((center(frames) - center(before)).norm() > kSlow * dt)
        return -1;
    for (std::size_t s = 0; s < surfaces.size(); ++s)
        if (std::abs(nearest_surface_point(surfaces[s].shape, center(frames)).distance) < kTouch)
            return static_cast<int>(s);
    return -1;
}

/// Moves a clip up or down so that the lowest patch is on a surface in a tenth of the frames, and
/// below only in those: other skeletons have other ankles and thicker soles.
void put_on_floor(const Character& body, const std::vector<Surface>& surfaces,
    std::vector<std::vector<SegmentFrame>>& frames, Reference& reference)
{
    std::vector<double> lowest;
    for (const std::vector<SegmentFrame>& all : frames) {
        double least = std::numeric_limits<double>::infinity();
        for (const Patch& patch : body.patches)
            for (const Surface& surface : surfaces) {
                const SegmentFrame& frame = all[static_cast<std::size_t>(patch.segment)];
                least = std::min(least,
                    nearest_surface_point(
                        surface.shape, frame.position + frame.rotation * patch.center)
                        .distance);
            }
        lowest.push_back(least);
    }
    const auto tenth = lowest.begin() + static_cast<std::ptrdiff_t>(lowest.size() / 10);
    std::nth_element(lowest.begin(), tenth, lowest.end());
    if (!(std::abs(*tenth) < kOffFloor))
        return;
    for (std::size_t t = 0; t < frames.size(); ++t) {
        reference.poses[t].root_position.z() -= *tenth;
        for (SegmentFrame& frame : frames[t])
            frame.position.z() -= *tenth;
    }
}

}  // namespace

Reference reference_of_clip(const SegmentClip& clip, const Scene& scene)
{
    const Character& body = scene.characters.front().body;
    Reference reference;
    reference.touch = kTouch;
    dynamics::PoseFit fit(body, kStay);
    std::vector<std::vector<SegmentFrame>> frames;
    Pose from = place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    from.root_position = clip.root.place;
    from.root_rotation = Eigen::Quaterniond(clip.root.turn);
    for (int i = 0; i < 3; ++i)  // each fit stays near where it begins
        from = fit.fit(from, targets_at(clip, 0, body));
    for (std::size_t t = 0; t < clip.frames.size(); ++t) {
        from = fit.fit(from, targets_at(clip, t, body));
        reference.times.push_back(static_cast<double>(t) * clip.frame_time);
        reference.poses.push_back(from);
        frames.push_back(forward_kinematics(body, from));
    }
    if (!clip.own)
        put_on_floor(body, scene.surfaces, frames, reference);
    for (std::size_t t = 0; t < frames.size(); ++t) {
        const std::size_t before = t > 0 ? t - 1 : 0, after = std::min(t + 1, frames.size() - 1);
        const double dt = static_cast<double>(after - before) * clip.frame_time;
        reference.touches.emplace_back();
        for (const Patch& patch : body.patches)
            reference.touches.back().push_back(
                touched(patch, frames[after], frames[before], dt, scene.surfaces));
    }
    return reference;
}

}  // namespace gambol::refine
