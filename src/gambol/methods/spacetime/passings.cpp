// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/passings.hpp"

#include "gambol/methods/spacetime/feelers.hpp"
#include "gambol/methods/spacetime/plan_scene.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gambol::spacetime {

namespace {

using Eigen::Vector3d;

constexpr double kBarReach = 0.7;  // m, for a body of 1.75 m: farther bars are not met
constexpr double kCorner = 1.25;  // × half of its width: round what is square
constexpr double kMostAbove = 0.6;  // of a flight: so much is left for feet to come down
constexpr double kLegsBelow = 0.5, kArmsBelow = 1.1;  // m: lower, legs are past a box; so are arms
constexpr double kPeg = 0.3;  // m, half of its top: on what is wider legs do not swing beside it

/// Bars within reach of what is held first.
std::vector<Line> near_bars(const Scene& scene, const Vector3d& place, double reach)
{
    std::vector<Line> bars;
    for (const Surface& surface : scene.surfaces)
        if (const auto* bar = std::get_if<Capsule>(&surface.shape)) {
            const Vector3d along = (bar->to - bar->from).normalized(), off = place - bar->from;
            if ((off - off.dot(along) * along).norm() < reach)
                bars.push_back({ bar->from, along, bar->radius });
        }
    return bars;
}

/// An upright box with a small top, as a fence of three lines.
std::vector<Line> peg_lines(const Shape& shape, double most)
{
    const auto* const box = std::get_if<Box>(&shape);
    if (!box || (box->rotation * Vector3d::UnitZ()).z() < 1 - 1e-6)
        return {};
    const int wide = box->half_size.x() < box->half_size.y() ? 1 : 0;
    const double half = box->half_size[wide], radius = box->half_size[1 - wide];
    if (half > most)
        return {};
    std::vector<Line> lines;
    for (const double side : { -1.0, 0.0, 1.0 })
        lines.push_back(
            { box->center + side * (half - radius) * (box->rotation * Vector3d::Unit(wide)),
                Vector3d::UnitZ(), kCorner * radius });
    return lines;
}

/// Over which side of a box the straight way down from it leads.
struct WayOff {
    const Box* box;
    int side;  // the axis across it
    double sign;
    double share;  // of the way that lies above the box
};

std::optional<WayOff> way_off(const Shape& shape, const Vector3d& left, const Vector3d& landed)
{
    const auto* const box = std::get_if<Box>(&shape);
    if (!box || (box->rotation * Vector3d::UnitZ()).z() < 1 - 1e-6 || landed.z() >= left.z())
        return {};
    const Vector3d way = box->rotation.conjugate() * (landed - left),
                   from = box->rotation.conjugate() * (left - box->center);
    WayOff result { box, -1, 1, 1 };
    for (int axis = 0; axis < 2; ++axis) {
        const double sign = std::copysign(1.0, way[axis]),
                     room = box->half_size[axis] - sign * from[axis];
        if (room < result.share * std::abs(way[axis]))
            result = { box, axis, sign, room / std::abs(way[axis]) };
    }
    if (result.side < 0)
        return {};
    return result;
}

/// That side as a fence of lines along it: a thin one in the edge, and below it, down to `deepest`
/// [m], thick ones near enough to one another that no limb gets in between.
std::vector<Line> side_lines(
    const Shape& shape, const Vector3d& left, const Vector3d& landed, double deepest)
{
    constexpr double kEdge = 0.02, kSide = 0.1;  // m; the corner sticks out of the first by 8 mm
    const std::optional<WayOff> off = way_off(shape, left, landed);
    if (!off)
        return {};
    const Box& box = *off->box;
    std::vector<Line> lines;
    const auto add = [&](double below, double radius) {
        const Vector3d at
            = off->sign * (box.half_size[off->side] - radius) * Vector3d::Unit(off->side)
            + (box.half_size.z() - below) * Vector3d::UnitZ();
        lines.push_back({ box.center + box.rotation * at,
            box.rotation * Vector3d::Unit(1 - off->side), radius });
    };
    add(kEdge, kEdge);
    const double height = std::min(left.z() - landed.z(), deepest);
    for (double below = kSide; below < height; below += kSide)
        add(below, kSide);
    return lines;
}

/// The leg that a sole belongs to, with the sole's corners.
std::vector<dynamics::BodyCapsule> leg_and_sole(
    const Character& character, const dynamics::CharacterTree& body, int patch)
{
    std::vector<int> others;
    for (int i = 0; i < int(character.patches.size()); ++i)
        if (i != patch)
            others.push_back(i);
    std::vector<dynamics::BodyCapsule> limbs = leg_limbs_of(character, body, others);
    const int segment = character.patches[size_t(patch)].segment;
    const int joint = body.point(segment, Vector3d::Zero()).joint;
    for (const Feeler& feeler : feelers_of(character, body))
        if (feeler.point.joint == joint)
            limbs.push_back({ feeler.point, feeler.point, feeler.radius });
    return limbs;
}

/// How far apart two points of the body can be, whatever its joints do, or more.
double farthest(const dynamics::Tree& tree, dynamics::BodyPoint a, dynamics::BodyPoint b)
{
    double sum = 0;
    while (a.joint != b.joint) {
        dynamics::BodyPoint& later = a.joint > b.joint ? a : b;  // parents come before children
        const dynamics::Link& link = tree.links()[size_t(later.joint)];
        sum += later.position.norm();
        later = { link.parent, Vector3d(link.offset.x, link.offset.y, link.offset.z) };
    }
    return sum + (a.position - b.position).norm();
}

/// Whether what is tied lets a limb come near a bar. What holds the bar itself stays outside.
bool can_meet(const dynamics::Tree& tree, const Tie& tie, const Passing& passing)
{
    const auto& [bar, limb] = passing;
    const Vector3d off = tie.place - bar.point;
    const double away = (off - off.dot(bar.direction) * bar.direction).norm();
    if (away < bar.radius && limb.from.joint == tie.point.joint)
        return false;
    const double reach
        = std::max(farthest(tree, tie.point, limb.from), farthest(tree, tie.point, limb.to));
    return reach + limb.radius + bar.radius > away;
}

}  // namespace

double share_above_box(const Scene& scene, size_t flight)
{
    const auto& phases = task_of<Task>(scene).phases;
    if (flight == 0 || flight + 1 >= phases.size() || !phases[flight].contacts.empty())
        return 0;
    double share = 0;
    for (const PhaseContact& left : phases[flight - 1].contacts)
        for (const PhaseContact& landed : phases[flight + 1].contacts)
            if (left.patch == landed.patch)
                if (const std::optional<WayOff> off
                    = way_off(scene.surfaces[size_t(left.surface)].shape, left.at, landed.at))
                    share = std::max(share,
                        off->share
                            + scene.characters.front()
                                    .body.patches[size_t(left.patch)]
                                    .half_size.x()
                                / (landed.at - left.at).head<2>().norm());
    return std::min(share, kMostAbove);
}

std::vector<Passing> passings_of(
    const Scene& scene, const dynamics::CharacterTree& body, size_t phase, double size)
{
    const Character& character = scene.characters.front().body;
    const std::vector<PhaseContact>& contacts = task_of<Task>(scene).phases[phase].contacts;
    std::vector<Passing> passings;
    const auto add
        = [&](const std::vector<Line>& lines, const std::vector<dynamics::BodyCapsule>& limbs) {
              for (const Line& line : lines)
                  for (const dynamics::BodyCapsule& limb : limbs)
                      passings.push_back({ line, limb });
          };
    std::vector<int> holding;
    for (const PhaseContact& contact : contacts)
        holding.push_back(contact.patch);
    const std::vector<dynamics::BodyCapsule> limbs = bar_limbs_of(character, body, holding);
    if (!contacts.empty())
        add(near_bars(scene, contacts.front().at, kBarReach * size), limbs);
    else if (phase > 0)
        add(near_bars(scene, task_of<Task>(scene).phases[phase - 1].contacts.front().at,
                kBarReach * size),
            limbs);
    const auto& phases = task_of<Task>(scene).phases;
    // Legs of who jumps down from a box; arms when they swing back after landing beside it.
    const auto jumped = [&](size_t from, size_t to, double deepest, auto&& limbs_of) {
        for (const PhaseContact& left : phases[from].contacts)
            for (const PhaseContact& landed : phases[to].contacts) {
                if (left.patch != landed.patch)
                    continue;
                const std::vector<Line> lines = side_lines(
                    scene.surfaces[size_t(left.surface)].shape, left.at, landed.at, deepest);
                if (!lines.empty())
                    add(lines, limbs_of(left.patch));
            }
    };
    if (contacts.empty() && phase > 0 && phase + 1 < phases.size())
        jumped(phase - 1, phase + 1, kLegsBelow * size,
            [&](int patch) { return leg_and_sole(character, body, patch); });
    else if (!contacts.empty() && phase > 1 && phases[phase - 1].contacts.empty())
        jumped(phase - 2, phase, kArmsBelow * size, [&](int patch) {
            return patch == contacts.front().patch ? limbs : std::vector<dynamics::BodyCapsule> {};
        });
    for (const PhaseContact& contact : contacts)
        add(peg_lines(scene.surfaces[size_t(contact.surface)].shape, kPeg * size),
            leg_limbs_of(character, body, holding));
    for (const PhaseContact& contact : contacts) {
        const Tie tie = tie_of(scene, body, contact);
        std::erase_if(passings, [&](const Passing& one) { return !can_meet(body.tree, tie, one); });
    }
    return passings;
}

}  // namespace gambol::spacetime
