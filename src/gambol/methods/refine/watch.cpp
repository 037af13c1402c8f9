// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/watch.hpp"

#include "gambol/geometry/balls.hpp"
#include "gambol/geometry/capsules.hpp"
#include "gambol/methods/refine/holds.hpp"

#include <algorithm>
#include <optional>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

constexpr double kNear = 0.06;  // m: what is farther off is not watched
constexpr double kNearStrictly = 0.15;  // m: of limbs that let go of the reference
constexpr double kUpright = 0.7;  // cosine
constexpr double kOverlap = 0.01;  // m; the audit allows 3 cm
constexpr double kMostOverlap = 0.02;  // m: where the reference overlaps
constexpr double kInCargo
    = 0.004;  // m that a limb may be in what is carried; the audit allows 15 mm
constexpr double kRimSpacing = 0.05;  // m between points of edges

std::vector<Watch> balls_of(const Character& character, const dynamics::CharacterTree& tree)
{
    std::vector<Watch> watches;
    for (size_t i = 0; i < character.segments.size(); ++i) {
        for (const Shape& shape : character.segments[i].shapes)
            if (!std::holds_alternative<Mesh>(shape))
                for (const Ball& ball : probe_balls(shape))
                    watches.push_back({ tree.point(int(i), ball.center), ball.radius, nullptr });
    }
    for (const Patch& patch : character.patches)
        for (int corner = 0; corner < 4; ++corner)
            watches.push_back(
                { tree.point(patch.segment, patch_corner(patch, corner)), 0, nullptr });
    return watches;
}

/// A capsule, or one that fills most of a box.
std::optional<Capsule> as_capsule(const Shape& shape)
{
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return *capsule;
    const auto* box = std::get_if<Box>(&shape);
    if (!box)
        return std::nullopt;
    Eigen::Index along = 0;
    const double longest = box->half_size.maxCoeff(&along);
    const double radius = 0.5 * (box->half_size.sum() - longest);  // mean of the other two
    const Vector3d way
        = box->rotation * Vector3d(std::max(0.0, longest - radius) * Vector3d::Unit(along));
    return Capsule { box->center - way, box->center + way, radius };
}

std::vector<dynamics::BodyCapsule> limbs_of(
    const Character& character, const dynamics::CharacterTree& tree)
{
    std::vector<dynamics::BodyCapsule> limbs;
    for (size_t i = 0; i < character.segments.size(); ++i)
        for (const Shape& shape : character.segments[i].shapes)
            for (const Capsule& c : as_capsules(shape))
                limbs.push_back({ tree.point(int(i), c.from), tree.point(int(i), c.to), c.radius });
    return limbs;
}

/// All capsules of two segments that are neither parent and child nor children of one parent.
std::vector<Pair> pairs_of(const Character& character, const dynamics::CharacterTree& tree)
{
    const auto of_leg = [&](size_t segment) {
        return std::any_of(character.limbs.begin(), character.limbs.end(), [&](const Limb& limb) {
            return limb.support
                && (limb.upper == int(segment) || limb.lower == int(segment)
                    || limb.end == int(segment));
        });
    };
    std::vector<Pair> pairs;
    for (size_t i = 0; i < character.segments.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            const Segment &a = character.segments[i], &b = character.segments[j];
            if (a.parent == int(j) || b.parent == int(i) || a.parent == b.parent)
                continue;
            for (const Shape& one : a.shapes)
                for (const Shape& other : b.shapes)
                    if (const auto s = as_capsule(one), t = as_capsule(other); s && t)
                        pairs.push_back({ { tree.point(int(i), s->from), tree.point(int(i), s->to),
                                              s->radius },
                            { tree.point(int(j), t->from), tree.point(int(j), t->to), t->radius },
                            0, 0, of_leg(i) && of_leg(j) });
        }
    return pairs;
}

Vector3d world(const std::vector<SegmentFrame>& by_joint, const dynamics::BodyPoint& point)
{
    const SegmentFrame& frame = by_joint[size_t(point.joint)];
    return frame.position + frame.rotation * point.position;
}

Capsule placed(const std::vector<SegmentFrame>& by_joint, const dynamics::BodyCapsule& limb)
{
    return { world(by_joint, limb.from), world(by_joint, limb.to), limb.radius };
}

std::vector<SegmentFrame> frames_by_joint(
    const Character& character, const dynamics::CharacterTree& tree, const Pose& pose)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    std::vector<SegmentFrame> by_joint(size_t(tree.tree.joint_count()));
    for (size_t i = 0; i < frames.size(); ++i) {
        const dynamics::BodyPoint& at = tree.segments[i];
        by_joint[size_t(at.joint)]
            = { frames[i].position - frames[i].rotation * at.position, frames[i].rotation };
    }
    return by_joint;
}

double gap_of(const std::vector<SegmentFrame>& by_joint, const Pair& pair)
{
    return capsule_gap(placed(by_joint, pair.a), placed(by_joint, pair.b)).gap;
}

}  // namespace

Watcher::Watcher(const Character& character, const dynamics::CharacterTree& tree,
    const std::vector<Surface>& surfaces, const Pose& first, bool strict)
    : character_(character)
    , tree_(tree)
    , surfaces_(surfaces)
    , balls_(balls_of(character, tree))
    , pairs_(pairs_of(character, tree))
    , limbs_(limbs_of(character, tree))
    , strict_(strict)
{
    for (const Surface& surface : surfaces)
        if (const auto* box = std::get_if<Box>(&surface.shape))
            for (const Vector3d& p : edge_points(*box, kRimSpacing))
                rims_.push_back(p);
    const Frames drawn = frames_of(first);
    for (size_t i = 0; i < pairs_.size(); ++i) {
        drawn_.push_back(std::max(0.0, -gap_of(drawn, pairs_[i])));
        pairs_[i].number = int(i);
        pairs_[i].overlap = kOverlap + (strict ? drawn_.back() : 0);
    }
}

std::vector<dynamics::LimbPair> limbs_to_keep_apart(
    const Character& character, const dynamics::CharacterTree& tree, const Pose& first)
{
    const std::vector<SegmentFrame> drawn = frames_by_joint(character, tree, first);
    std::vector<dynamics::LimbPair> limbs;
    for (const Pair& pair : pairs_of(character, tree))
        limbs.push_back({ pair.a, pair.b, std::max(0.0, -gap_of(drawn, pair)) + kOverlap });
    return limbs;
}

Watcher::Frames Watcher::frames_of(const Pose& pose) const
{
    return frames_by_joint(character_, tree_, pose);
}

bool Watcher::look(const Pose& reference, const Pose& now, std::vector<Watch>& watched,
    std::vector<Pair>& pairs, const std::vector<Shape>& solids) const
{
    const Frames before = frames_of(reference), after = frames_of(now);
    watched.clear();
    for (const Watch& ball : balls_) {
        const auto watch = [&](const Shape& solid) {
            const auto is_near = [&](const Frames& frames) {
                const Vector3d p = world(frames, ball.point);
                return nearest_surface_point(solid, p).distance - ball.radius < kNear;
            };
            if (is_near(before) || is_near(after))
                watched.push_back({ ball.point, ball.radius, &solid });
        };
        for (const Surface& surface : surfaces_)
            watch(surface.shape);
        for (const Shape& solid : solids)
            watch(solid);
    }
    std::vector<Pair> now_near;
    bool surprise = false;
    const bool strides = strict_ && (reference.root_rotation * Vector3d::UnitZ()).z() > kUpright;
    for (const Pair& pair : pairs_) {
        const double gap = gap_of(before, pair), gap_now = gap_of(after, pair);
        const bool always = strides && pair.legs;
        if (const double near = strict_ ? kNearStrictly : kNear;
            !always && gap > near && gap_now > near)
            continue;
        now_near.push_back(pair);
        if (!strict_)
            now_near.back().overlap = std::max(
                pair.overlap, std::min(-gap, drawn_[size_t(pair.number)] + kMostOverlap));
        surprise = surprise
            || (-gap_now > now_near.back().overlap
                && std::none_of(pairs.begin(), pairs.end(),
                    [&](const Pair& known) { return known.number == pair.number; }));
    }
    pairs = std::move(now_near);
    return surprise;
}

void Watcher::look_at_cargo(const Pose& reference, const Pose& now,
    const std::vector<CarriedSolid>& carried, std::vector<Watch>& watched, std::vector<Pair>& pairs,
    std::vector<Post>& posts) const
{
    const Frames before = frames_of(reference), after = frames_of(now);
    posts.clear();
    for (const CarriedSolid& solid : carried) {
        const auto from_it = [&](const SegmentFrame& at, const Vector3d& p) {
            const Vector3d local = at.rotation.conjugate() * (p - at.position);
            return nearest_surface_point(*solid.shape, local).distance;
        };
        for (const Watch& ball : balls_)
            if (from_it(solid.before, world(before, ball.point)) < ball.radius + kNear
                || from_it(solid.now, world(after, ball.point)) < ball.radius + kNear)
                watched.push_back({ ball.point, ball.radius, solid.shape, solid.joint });
        const auto* box = std::get_if<Box>(solid.shape);
        for (const Edge& edge : box ? edges_of(*box) : std::vector<Edge> {})
            for (const dynamics::BodyCapsule& limb : limbs_) {
                if (std::find(solid.held_by.begin(), solid.held_by.end(), limb.from.joint)
                    != solid.held_by.end())
                    continue;
                const auto gap = [&](const Frames& frames, const SegmentFrame& at) {
                    return capsule_gap(placed(frames, limb),
                        { at.position + at.rotation * edge.from,
                            at.position + at.rotation * edge.to, 0 })
                        .gap;
                };
                if (gap(before, solid.before) < kNear || gap(after, solid.now) < kNear)
                    pairs.push_back(
                        { limb, { { solid.joint, edge.from }, { solid.joint, edge.to }, 0 },
                            kInCargo, int(pairs_.size()), false });
            }
        if (solid.rests)
            continue;
        std::vector<Ball> own = probe_balls(*solid.shape);
        if (box) {
            own.clear();
            for (const Vector3d& p : edge_points(*box, kRimSpacing))
                own.push_back({ p, 0 });
        }
        for (const Surface& surface : surfaces_)
            for (const Ball& ball : own) {
                const auto gap = [&](const SegmentFrame& at) {
                    const Vector3d p = at.position + at.rotation * ball.center;
                    return nearest_surface_point(surface.shape, p).distance - ball.radius;
                };
                if (gap(solid.before) < kNear || gap(solid.now) < kNear)
                    watched.push_back(
                        { { solid.joint, ball.center }, ball.radius, &surface.shape });
            }
        for (const Vector3d& rim : rims_)
            if (from_it(solid.before, rim) < kNear || from_it(solid.now, rim) < kNear)
                posts.push_back({ rim, solid.shape, solid.joint });
    }
}

bool Watcher::meet(const Pose& reference, const Pose& now, const std::vector<Capsule>& others,
    std::vector<Meeting>& meetings) const
{
    const Frames before = frames_of(reference), after = frames_of(now);
    std::vector<Meeting> now_near;
    bool surprise = false;
    int number = 0;
    for (const dynamics::BodyCapsule& limb : limbs_) {
        const Capsule one = placed(before, limb), one_now = placed(after, limb);
        for (const Capsule& other : others) {
            const int here = number++;
            const double gap_now = capsule_gap(one_now, other).gap;
            if (gap_now > kNearStrictly && capsule_gap(one, other).gap > kNearStrictly)
                continue;
            now_near.push_back({ limb, other, here });
            surprise = surprise
                || (gap_now < 0
                    && std::none_of(meetings.begin(), meetings.end(),
                        [&](const Meeting& known) { return known.number == here; }));
        }
    }
    meetings = std::move(now_near);
    return surprise;
}

}  // namespace gambol::refine
