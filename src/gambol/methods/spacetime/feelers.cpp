// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/feelers.hpp"

#include "gambol/geometry/balls.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <string>

namespace gambol::spacetime {

namespace {

using Eigen::Vector3d;

constexpr double kFlat = 0.01;  // m: a sole reaches this far below what is drawn, or less

/// At the ends of a shape: of a box two as thick as it is thin, in opposite corners.
std::vector<Ball> end_balls(const Shape& shape)
{
    if (std::holds_alternative<Mesh>(shape))
        return {};
    const auto* box = std::get_if<Box>(&shape);
    if (!box)
        return hull_balls(shape);
    const double thin = box->half_size.minCoeff();
    const Vector3d inner = box->half_size - Vector3d::Constant(thin);
    return { { box->center + box->rotation * (-1.0 * inner), thin },
        { box->center + box->rotation * (1.0 * inner), thin } };
}

/// The middle of the longest shape of a segment.
Ball middle_ball(const Segment& segment)
{
    Ball best { Vector3d::Zero(), 0 };
    double longest = -1;
    for (const Shape& shape : segment.shapes) {
        const auto take = [&](double length, const Ball& ball) {
            if (length > longest) {
                longest = length;
                best = ball;
            }
        };
        std::visit(
            Overloaded {
                [&](const Capsule& s) {
                    take((s.to - s.from).norm() + 2 * s.radius, { (s.from + s.to) / 2, s.radius });
                },
                [&](const Sphere& s) {
                    take(2 * s.radius, { s.center, s.radius });
                },
                [&](const Box& s) {
                    take(2 * s.half_size.maxCoeff(),
                        { s.center, (s.half_size.sum() - s.half_size.minCoeff()) / 2 });
                },
                [](const auto&) {},
            },
            shape);
    }
    return best;
}

/// Balls in the middle and at the far ends of all capsules of a segment.
std::vector<Ball> balls_along(const Segment& segment)
{
    std::vector<Ball> balls;
    for (const Shape& shape : segment.shapes)
        if (const auto* capsule = std::get_if<Capsule>(&shape)) {
            balls.push_back({ (capsule->from + capsule->to) / 2, capsule->radius });
            balls.push_back({ capsule->to, capsule->radius });
        }
    return balls;
}

void append_ball(const dynamics::CharacterTree& body, int segment, const Ball& ball,
    std::vector<dynamics::BodyCapsule>& limbs)
{
    const dynamics::BodyPoint at = body.point(segment, ball.center);
    limbs.push_back({ at, at, ball.radius });
}

/// All round parts of a segment. In a plane what lies beside each other is one.
void append_limbs(const Character& character, const dynamics::CharacterTree& body, int segment,
    std::vector<dynamics::BodyCapsule>& limbs)
{
    const auto add = [&](Vector3d from, Vector3d to, double radius) {
        if (character.planar)
            from.y() = to.y() = 0;
        const dynamics::BodyCapsule limb { body.point(segment, from), body.point(segment, to),
            radius };
        const bool known
            = std::any_of(limbs.begin(), limbs.end(), [&](const dynamics::BodyCapsule& other) {
                  return other.from.joint == limb.from.joint && other.radius == radius
                      && other.from.position == limb.from.position
                      && other.to.position == limb.to.position;
              });
        if (!known)
            limbs.push_back(limb);
    };
    for (const Shape& shape : character.segments[size_t(segment)].shapes)
        std::visit(Overloaded {
                       [&](const Capsule& s) { add(s.from, s.to, s.radius); },
                       [&](const Sphere& s) { add(s.center, s.center, s.radius); },
                       [](const auto&) {},
                   },
            shape);
}

/// Soles alone: round bodies have patches that stand off from them.
bool is_sole(const Character& character, const Patch& patch)
{
    const bool of_trunk = patch.segment == 0 && !character.planar;
    return !patch.grip && patch.normal.z() >= 0.9 && !of_trunk;
}

constexpr double kHandRoom = 0.5;  // × way from the middle of a hand to the far side of its bar
constexpr int kNear = 3;  // joints: those that are nearer cannot help touching
constexpr int kFar = 5;  // those that are farther apart seldom meet: hands and feet

/// Of boxes, what reaches from the wrist towards the fingers, as thick as they are thin: when a
/// hand has just closed around a bar that lies at its end. Else a ball that is not inside the bar
/// then.
void append_hand(const Character& character, const dynamics::CharacterTree& body,
    const Patch& patch, std::vector<dynamics::BodyCapsule>& limbs)
{
    const Segment& hand = character.segments[size_t(patch.segment)];
    bool boxes = false;
    for (const Shape& shape : hand.shapes)
        if (const auto* box = std::get_if<Box>(&shape)) {
            const Vector3d along = box->rotation.conjugate() * patch.normal;
            const double thin = box->half_size.minCoeff();
            const double reach = std::max(0.0, along.cwiseAbs().dot(box->half_size) - thin);
            limbs.push_back({ body.point(patch.segment, box->center - reach * patch.normal),
                body.point(patch.segment, box->center + reach * patch.normal), thin });
            boxes = true;
        }
    Ball ball = middle_ball(hand);
    ball.radius = std::min(ball.radius, kHandRoom * (patch.center - ball.center).norm());
    if (!boxes && ball.radius > 0)
        append_ball(body, patch.segment, ball, limbs);
}

bool same_on_both_sides(const Character& character, int a, int b)
{
    const auto plain = [&](int i) {
        const std::string& name = character.segments[size_t(i)].name;
        return name.substr(name.find('_') + 1);
    };
    return plain(a) == plain(b);
}

/// Joints between two segments; through their nearest common ancestor.
int steps_between(const Character& character, int a, int b)
{
    int steps = 0;
    while (a != b) {
        int& later = a > b ? a : b;  // parents come before children
        later = character.segments[size_t(later)].parent;
        ++steps;
    }
    return steps;
}

}  // namespace

std::vector<std::array<Feeler, 2>> pairs_of(
    const Character& character, const dynamics::CharacterTree& body)
{
    const int n = int(character.segments.size());
    std::vector<bool> parent(size_t(n), false), distal(size_t(n), false);
    for (const Segment& segment : character.segments)
        if (segment.parent >= 0)
            parent[size_t(segment.parent)] = true;
    for (int i = 1; i < n; ++i)
        if (!parent[size_t(i)] && !character.segments[size_t(i)].dofs.empty()) {
            distal[size_t(i)] = true;
            distal[size_t(character.segments[size_t(i)].parent)] = true;
        }
    std::vector<std::array<Feeler, 2>> pairs;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            const int steps = steps_between(character, i, j);
            if (!(distal[size_t(i)] || distal[size_t(j)]) || steps < kNear
                || (steps > kFar && !same_on_both_sides(character, i, j)))
                continue;
            const Ball a = middle_ball(character.segments[size_t(i)]),
                       b = middle_ball(character.segments[size_t(j)]);
            const bool beside = std::abs(a.center.y() - b.center.y()) > a.radius + b.radius;
            if (a.radius == 0 || b.radius == 0 || (character.planar && beside))
                continue;
            pairs.push_back({ Feeler { body.point(i, a.center), a.radius },
                Feeler { body.point(j, b.center), b.radius } });
        }
    return pairs;
}

std::vector<dynamics::BodyCapsule> bar_limbs_of(const Character& character,
    const dynamics::CharacterTree& body, const std::vector<int>& holding)
{
    std::vector<dynamics::BodyCapsule> limbs;
    if (character.planar) {
        for (int i = 0; i < int(character.segments.size()); ++i)
            if (std::none_of(holding.begin(), holding.end(),
                    [&](int patch) { return character.patches[size_t(patch)].segment == i; }))
                append_limbs(character, body, i, limbs);
        return limbs;
    }
    std::vector<bool> leaf(character.segments.size(), true);
    for (const Segment& segment : character.segments)
        if (segment.parent >= 0)
            leaf[size_t(segment.parent)] = false;
    for (const Patch& patch : character.patches)
        leaf[size_t(patch.segment)] = false;
    for (const Patch& patch : character.patches)
        if (patch.grip) {
            const Segment& hand = character.segments[size_t(patch.segment)];
            append_hand(character, body, patch, limbs);
            append_limbs(character, body, hand.parent, limbs);
        }
    for (int i = 0; i < int(leaf.size()); ++i)
        if (const Ball ball = middle_ball(character.segments[size_t(i)]);
            leaf[size_t(i)] && ball.radius > 0)
            append_ball(body, i, ball, limbs);
    return limbs;
}

std::vector<dynamics::BodyCapsule> leg_limbs_of(const Character& character,
    const dynamics::CharacterTree& body, const std::vector<int>& standing)
{
    std::vector<dynamics::BodyCapsule> limbs;
    for (int i = 0; i < int(character.patches.size()); ++i) {
        const Patch& patch = character.patches[size_t(i)];
        if (!is_sole(character, patch)
            || std::find(standing.begin(), standing.end(), i) != standing.end())
            continue;
        for (const int segment :
            { patch.segment, character.segments[size_t(patch.segment)].parent })
            if (segment >= 0)  // the foot of a lamp is its root
                for (const Ball& ball : balls_along(character.segments[size_t(segment)]))
                    append_ball(body, segment, ball, limbs);
    }
    return limbs;
}

std::vector<Feeler> feelers_of(const Character& character, const dynamics::CharacterTree& body)
{
    std::vector<Feeler> feelers;
    const auto add = [&](int segment, const Vector3d& at, double radius) {
        Feeler feeler { body.point(segment, at), radius };
        if (character.planar)
            feeler.point.position.y() = 0;
        const bool known = std::any_of(feelers.begin(), feelers.end(), [&](const Feeler& other) {
            return other.point.joint == feeler.point.joint
                && other.point.position == feeler.point.position;
        });
        if (!known)
            feelers.push_back(feeler);
    };
    std::vector<bool> has_sole(character.segments.size());
    for (const Patch& patch : character.patches) {
        if (!is_sole(character, patch))
            continue;
        has_sole[size_t(patch.segment)] = true;
        const Eigen::Matrix3d axes = patch_axes(patch.normal);
        for (const double x : { -1.0, 1.0 })
            for (const double y : { -1.0, 1.0 })
                add(patch.segment,
                    patch.center + x * patch.half_size.x() * axes.col(0)
                        + y * patch.half_size.y() * axes.col(1),
                    0);
    }
    for (size_t i = 0; i < character.segments.size(); ++i) {
        std::vector<Ball> balls;
        for (const Shape& shape : character.segments[i].shapes)
            for (const Ball& ball : end_balls(shape))
                balls.push_back(ball);
        // Toes that point down reach beyond the corners of a sole, and so does a heel.
        for (const double way : { 1.0, -1.0 })
            if (has_sole[i] && !character.planar && !balls.empty()) {
                const auto reach
                    = [&](const Ball& ball) { return way * ball.center.x() + ball.radius; };
                const Ball& tip = *std::max_element(balls.begin(), balls.end(),
                    [&](const Ball& a, const Ball& b) { return reach(a) < reach(b); });
                add(int(i), tip.center, tip.radius);
            }
        const bool inner = std::any_of(
            character.segments.begin(), character.segments.end(), [&](const Segment& other) {
                return other.parent == int(i)
                    && has_sole[size_t(&other - character.segments.data())];
            });
        if (has_sole[i] || inner || balls.empty())
            continue;
        const auto reach = [](const Ball& ball) { return ball.center.norm() + ball.radius; };
        const Ball& far = *std::max_element(balls.begin(), balls.end(),
            [&](const Ball& a, const Ball& b) { return reach(a) < reach(b) - kFlat; });
        add(int(i), far.center, far.radius);
    }
    return feelers;
}

}  // namespace gambol::spacetime
