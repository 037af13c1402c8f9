// SPDX-License-Identifier: MIT
#include "gambol/character/patch_detection.hpp"

#include "gambol/geometry/balls.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kSoleDepth = 0.015;  // m; what lies higher above the floor does not touch
constexpr double kTorsoDepth = 0.03;  // m; flesh gives more than soles
constexpr double kFlattening = 0.5;  // of a radius: how far round shapes touch around their lowest
constexpr double kLeastHalfSize = 0.01;  // m
constexpr double kLeastTorsoHalfSize = 0.02;  // m; a smaller area of the torso is an edge
constexpr double kWeakness = 4;  // of palms and torso, as of the human's hands

/// Points of a segment's shapes that may touch a surface whose direction, seen from the body, is
/// `outward`; all in the frame that `frame` brings the segment's to.
void add_prints(const Segment& segment, const SegmentFrame& frame, const Vector3d& outward,
    std::vector<Vector3d>& out)
{
    const Matrix3d axes = patch_axes(-outward);
    for (const Shape& shape : segment.shapes)
        for (const Ball& ball : hull_balls(shape)) {
            const Vector3d center = frame.position + frame.rotation * ball.center;
            if (ball.radius == 0) {
                out.push_back(center);
                continue;
            }
            const Vector3d touching = center + ball.radius * outward;
            for (const double x : { -kFlattening, kFlattening })
                for (const double y : { -kFlattening, kFlattening })
                    out.push_back(touching + ball.radius * (x * axes.col(0) + y * axes.col(1)));
        }
}

/// The rectangle through the outermost of `prints` that holds all within `depth` of it.
std::optional<Patch> patch_of(
    const std::vector<Vector3d>& prints, const Vector3d& outward, double depth)
{
    double furthest = -std::numeric_limits<double>::infinity();
    for (const Vector3d& p : prints)
        furthest = std::max(furthest, outward.dot(p));
    const Matrix3d axes = patch_axes(-outward);
    Eigen::AlignedBox2d area;
    for (const Vector3d& p : prints)
        if (outward.dot(p) >= furthest - depth)
            area.extend(Eigen::Vector2d(axes.col(0).dot(p), axes.col(1).dot(p)));
    if (area.isEmpty())
        return {};
    Patch patch;
    patch.center
        = furthest * outward + area.center().x() * axes.col(0) + area.center().y() * axes.col(1);
    patch.normal = -outward;
    patch.half_size = (area.sizes() / 2).cwiseMax(kLeastHalfSize);
    return patch;
}

/// Sole or palm of a limb's end.
Patch end_patch(const Character& body, const Limb& limb, const std::vector<SegmentFrame>& frames)
{
    const SegmentFrame& frame = frames[size_t(limb.end)];
    const Vector3d along = frame.position - frames[size_t(limb.lower)].position;
    const Vector3d outward = frame.rotation.conjugate()
        * (limb.support ? Vector3d(-Vector3d::UnitZ()) : along.normalized());
    const SegmentFrame own { Vector3d::Zero(), Eigen::Quaterniond::Identity() };
    const Segment& end = body.segments[size_t(limb.end)];
    std::vector<Vector3d> prints;
    add_prints(end, own, outward, prints);
    if (prints.empty())
        prints.push_back(Vector3d::Zero());
    Patch patch = *patch_of(prints, outward, kSoleDepth);
    patch.name = end.name;
    patch.segment = limb.end;
    patch.weakness = limb.support ? 1 : kWeakness;
    return patch;
}

struct TorsoSide {
    const char* name;
    Vector3d outward;  // root frame
};

/// Which sides a body of this build may lie on.
std::vector<TorsoSide> torso_sides(
    const Character& body, const std::vector<bool>& torso, const std::vector<SegmentFrame>& frames)
{
    Eigen::AlignedBox3d extent;
    const SegmentFrame& root = frames[0];
    for (size_t i = 0; i < frames.size(); ++i) {
        if (!torso[i])
            continue;
        for (const Vector3d& axis : { Vector3d(Vector3d::UnitX()), Vector3d(Vector3d::UnitZ()) })
            for (const double sign : { -1.0, 1.0 }) {
                std::vector<Vector3d> prints;
                const SegmentFrame in_root { root.rotation.conjugate()
                        * (frames[i].position - root.position),
                    root.rotation.conjugate() * frames[i].rotation };
                add_prints(body.segments[i], in_root, sign * axis, prints);
                for (const Vector3d& p : prints)
                    extent.extend(p);
            }
    }
    if (extent.isEmpty())
        return {};
    if (extent.sizes().z() > extent.sizes().x())
        return { { "back", -Vector3d::UnitX() }, { "belly", Vector3d::UnitX() },
            { "seat", -Vector3d::UnitZ() } };
    return { { "belly", -Vector3d::UnitZ() }, { "left_side", Vector3d::UnitY() },
        { "right_side", -Vector3d::UnitY() } };
}

/// A side of the torso, carried by the segment that reaches out furthest there.
std::optional<Patch> torso_patch(const Character& body, const std::vector<bool>& torso,
    const std::vector<SegmentFrame>& frames, const TorsoSide& side)
{
    const Vector3d world_outward = frames[0].rotation * side.outward;
    int owner = -1;
    double furthest = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < frames.size(); ++i) {
        std::vector<Vector3d> prints;
        if (torso[i])
            add_prints(body.segments[i], frames[i], world_outward, prints);
        for (const Vector3d& p : prints)
            if (world_outward.dot(p) > furthest + 1e-9) {
                furthest = world_outward.dot(p);
                owner = int(i);
            }
    }
    if (owner < 0)
        return {};
    const SegmentFrame& carrier = frames[size_t(owner)];
    const Vector3d outward = carrier.rotation.conjugate() * world_outward;
    std::vector<Vector3d> prints;
    for (size_t i = 0; i < frames.size(); ++i)
        if (torso[i])
            add_prints(body.segments[i],
                { carrier.rotation.conjugate() * (frames[i].position - carrier.position),
                    carrier.rotation.conjugate() * frames[i].rotation },
                outward, prints);
    std::optional<Patch> patch = patch_of(prints, outward, kTorsoDepth);
    if (!patch || patch->half_size.minCoeff() < kLeastTorsoHalfSize)
        return {};
    patch->name = side.name;
    patch->segment = owner;
    patch->weakness = kWeakness;
    return patch;
}

}  // namespace

void find_patches(Character& body)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(
        body, place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0));
    for (Limb& limb : body.limbs) {
        limb.patch = int(body.patches.size());
        body.patches.push_back(end_patch(body, limb, frames));
    }
    const std::vector<bool> torso = torso_segments(body);
    for (const TorsoSide& side : torso_sides(body, torso, frames))
        if (const std::optional<Patch> patch = torso_patch(body, torso, frames, side))
            body.patches.push_back(*patch);
}

}  // namespace gambol
