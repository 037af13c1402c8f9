// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/passings.hpp"

#include "gambol/methods/spacetime/feelers.hpp"
#include "gambol/methods/spacetime/plan_scene.hpp"

#include <algorithm>

namespace gambol::spacetime {

namespace {

using Eigen::Vector3d;

constexpr double kBarReach = 0.7;  // m, for a body of 1.75 m: farther bars are not met
constexpr double kCorner = 1.25;  // × half of its width: round what is square
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
