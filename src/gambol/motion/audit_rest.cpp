// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_claims.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector3d;

constexpr double kLevel
    = 0.05;  // m: feet that stand at other heights are where the terrain wants them
constexpr double kAtTheEnd = 0.02;  // s

const MotionContact* contact_named(const Owner& owner, const std::string& name)
{
    for (const MotionContact& contact : *owner.contacts)
        if (contact.name == name)
            return &contact;
    return nullptr;
}

Peak fastest_body(const World& world, const Owner& owner)
{
    const int last = world.samples() - 1;
    const double span = world.motion.times[last] - world.motion.times[last - 1];
    Peak fastest;
    for (std::size_t i = 0; i < owner.bodies.size(); ++i) {
        const Vector3d& com = owner.bodies[i].inertial.com;
        const Vector3d way = owner.poses[last][i] * com - owner.poses[last - 1][i] * com;
        fastest.take(way.norm() / span, world.motion.times[last]);
    }
    return fastest;
}

/// From a body up to the root.
std::vector<int> ancestry(const Owner& owner, int body)
{
    std::vector<int> line;
    for (int i = body; i >= 0; i = owner.bodies[i].parent)
        line.push_back(i);
    return line;
}

/// Distance between the joints by which two bodies' limbs hang on what they have in common.
double hip_width(const Owner& owner, int one, int other, int k)
{
    std::vector<int> a = ancestry(owner, one), b = ancestry(owner, other);
    while (a.size() > 1 && b.size() > 1 && a.back() == b.back()
        && a[a.size() - 2] == b[b.size() - 2]) {
        a.pop_back();
        b.pop_back();
    }
    if (a.size() < 2 || b.size() < 2)
        return 0;
    return (owner.poses[k][a[a.size() - 2]].translation()
        - owner.poses[k][b[b.size() - 2]].translation())
        .norm();
}

/// How many hip widths two feet are apart; nothing when they stand at different heights, or the
/// body has no hips.
std::optional<double> feet_apart(
    const Owner& owner, const MotionContact& one, const MotionContact& other, int k)
{
    const Vector3d a = patch_frame(owner, one, k).translation(),
                   b = patch_frame(owner, other, k).translation();
    const double hips = hip_width(owner, one.body, other.body, k);
    if (std::abs(a.z() - b.z()) > kLevel || hips <= 0)
        return std::nullopt;
    return (a - b).norm() / hips;
}

/// Angle about the vertical between a body and its owner's root, whose axes agree in the zero pose
/// [deg].
double turned_from_root(const Owner& owner, int body, int k)
{
    const Eigen::Matrix3d root = owner.poses[k][0].linear(), own = owner.poses[k][body].linear();
    constexpr double kSteep = 0.8;  // an axis that points up says nothing
    const int axis = std::abs(root(2, 0)) < kSteep ? 0 : 1;
    const double turn
        = std::atan2(own(1, axis), own(0, axis)) - std::atan2(root(1, axis), root(0, axis));
    return std::abs(std::remainder(turn, 2 * EIGEN_PI)) * 180 / EIGEN_PI;
}

}  // namespace

void check_rest(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst speed("rest_speed", limits.rest_speed, "m/s");
    Worst support("rest_support", 0, "feet that carry nothing");
    Worst stance("rest_stance", limits.rest_stance, "hip widths");
    Worst turn("rest_turn", limits.rest_turn, "deg");
    const int last = world.samples() - 1;
    const double end = world.motion.times[last];
    bool asked_to_stand = false, on_two = false, compared = false;
    for (const MotionRequest& asked : world.motion.asked) {
        const int o = find_owner(world, asked.who);
        if (asked.what != "stand" || o < 0 || asked.time < end - kAtTheEnd)
            continue;
        asked_to_stand = true;
        const Owner& owner = world.owners[o];
        speed.add(owner.name, fastest_body(world, owner));
        double idle = 0;
        std::vector<const MotionContact*> feet;
        for (const std::string& name : asked.contacts)
            if (const MotionContact* foot = contact_named(owner, name)) {
                feet.push_back(foot);
                const auto c = foot - owner.contacts->data();
                idle += world.contacts[o][static_cast<std::size_t>(c)][last].loaded ? 0 : 1;
            }
        support.add(owner.name, { idle, end });
        if (feet.size() != 2)
            continue;
        on_two = true;
        for (const MotionContact* foot : feet)
            turn.add(
                owner.name + "/" + foot->name, { turned_from_root(owner, foot->body, last), end });
        if (const auto apart = feet_apart(owner, *feet[0], *feet[1], last)) {
            stance.add(owner.name, { *apart, end });
            compared = true;
        }
    }
    const std::string missing
        = asked_to_stand ? "" : "the file does not say that anybody was asked to stand at the end";
    report_claim(world, speed, "rest", missing, report);
    report_claim(world, support, "rest", missing, report);
    report_claim(world, stance, "rest",
        !missing.empty() ? missing
            : compared   ? ""
                         : "nobody stands on two feet at one height",
        report);
    report_claim(world, turn, "rest",
        !missing.empty() ? missing
            : on_two     ? ""
                         : "nobody stands on two feet",
        report);
}

}  // namespace gambol::audit_detail
