// SPDX-License-Identifier: MIT
#include "gambol/character/proportions.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/character/segment_stretch.hpp"
#include "gambol/math/bounded_gauss_newton.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cassert>

namespace gambol {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

bool hangs_on(const Character& body, int segment, int on)
{
    while (segment >= 0 && segment != on)
        segment = body.segments[size_t(segment)].parent;
    return segment == on;
}

/// Where the length of a segment runs: to the joint of its heaviest child, along its sole, to its
/// patch or its centre of mass. Zero: nowhere.
Vector3d direction_of(const Character& body, int segment)
{
    Vector3d along = body.segments[size_t(segment)].com;
    for (const Patch& patch : body.patches)
        if (patch.segment == segment)
            along = is_sole(patch) ? Vector3d(patch_axes(patch.normal).col(0)) : patch.center;
    double heaviest = 0;
    for (const Segment& child : body.segments)
        if (child.parent == segment && child.mass > heaviest && child.offset.norm() > 0) {
            heaviest = child.mass;
            along = child.offset;
        }
    return along.norm() > 0 ? Vector3d(along.normalized()) : along;
}

/// The dofs of a leg from its hip to the segment of its patch.
struct LegAngles {
    std::vector<int> index;
    VectorXd lower, upper;
};
LegAngles angles_of(const Character& body, const Limb& limb)
{
    const int last = body.patches[size_t(limb.patch)].segment;
    LegAngles angles;
    std::vector<double> lower, upper;
    int next = 0;
    for (size_t i = 0; i < body.segments.size(); ++i)
        for (const Dof& dof : body.segments[i].dofs) {
            if (hangs_on(body, int(i), limb.upper) && hangs_on(body, last, int(i))) {
                angles.index.push_back(next);
                lower.push_back(dof.lower);
                upper.push_back(dof.upper);
            }
            ++next;
        }
    angles.lower = VectorXd::Map(lower.data(), Eigen::Index(lower.size()));
    angles.upper = VectorXd::Map(upper.data(), Eigen::Index(upper.size()));
    return angles;
}

/// The sole in the world.
SegmentFrame sole_of(const Character& body, const Limb& limb, const Pose& pose)
{
    const Patch& patch = body.patches[size_t(limb.patch)];
    const SegmentFrame at = forward_kinematics(body, pose)[size_t(patch.segment)];
    return { at.position + at.rotation * patch.center, at.rotation };
}

/// Bends a leg until its sole is at `target`, turned as it was.
void reach(const Character& body, const Limb& limb, const SegmentFrame& target, Pose& pose)
{
    constexpr double kTurnArm
        = 0.01;  // legs per rad: what a tilted sole counts against a moved one
    constexpr double kStay = 1e-3;  // legs per rad: what is free stays
    const LegAngles angles = angles_of(body, limb);
    const Eigen::Index n = angles.lower.size();
    const double leg = body.segments[size_t(limb.lower)].offset.norm()
        + body.segments[size_t(limb.end)].offset.norm();
    VectorXd start(n);
    for (Eigen::Index i = 0; i < n; ++i)
        start[i] = pose.angles[angles.index[size_t(i)]];
    const auto residual = [&](const VectorXd& q) {
        for (Eigen::Index i = 0; i < n; ++i)
            pose.angles[angles.index[size_t(i)]] = q[i];
        const SegmentFrame sole = sole_of(body, limb, pose);
        VectorXd r(6 + n);
        r << (sole.position - target.position) / leg,
            kTurnArm
            * rotation_vector((sole.rotation * target.rotation.conjugate()).toRotationMatrix()),
            kStay * (q - start);
        return r;
    };
    (void)residual(bounded_gauss_newton(start, angles.lower, angles.upper,
        { .most = 200,
            .longest = 0.2,
            .smallest = 1e-12,
            .damping = 1e-9,
            .must_lower_cost = true },
        residual));
}

}  // namespace

std::string without_side(const std::string& segment)
{
    for (const char* side : { "left_", "right_" })
        if (segment.starts_with(side))
            return segment.substr(std::string(side).size());
    return segment;
}

std::vector<std::string> segments_of(const Character& body, BodyPart part)
{
    const int head = body.find_segment("head");
    const auto is_in = [&](int segment) {
        for (const Limb& limb : body.limbs)
            if (hangs_on(body, segment, limb.upper))
                return part == (limb.support ? BodyPart::legs : BodyPart::arms);
        const auto carries
            = [&](int other) { return other >= 0 && hangs_on(body, other, segment); };
        const bool carries_limb = std::any_of(body.limbs.begin(), body.limbs.end(),
            [&](const Limb& limb) { return carries(limb.upper); });
        if (segment == 0 || carries_limb || segment == head)
            return false;
        if (carries(head))
            return part == BodyPart::neck;
        const bool behind = body.segments[size_t(segment)].com.x() < 0
            && without_side(body.segments[size_t(segment)].name)
                == body.segments[size_t(segment)].name;
        return behind && !(head >= 0 && hangs_on(body, segment, head)) && part == BodyPart::tail;
    };
    std::vector<std::string> names;
    for (size_t i = 0; i < body.segments.size(); ++i) {
        const std::string name = without_side(body.segments[i].name);
        if (is_in(int(i)) && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

Character scaled(const Character& body, const Proportions& proportions)
{
    Character result = body;
    for (size_t i = 0; i < body.segments.size(); ++i) {
        const auto found = proportions.find(without_side(body.segments[i].name));
        if (found == proportions.end())
            continue;
        const auto [length, radius] = found->second;
        const Vector3d along = direction_of(body, int(i));
        if (along.norm() == 0)
            continue;
        stretch_segment(result, int(i), { along, length, radius });
        Segment& segment = result.segments[i];
        segment.mass *= length * radius * radius;
        segment.inertia *= length * radius * radius;
        for (Dof& dof : segment.dofs) {
            dof.torque_lower *= radius * radius * radius;
            dof.torque_upper *= radius * radius * radius;
        }
    }
    if (body.feature_inertia) {
        // It keeps its share of what the segments have together.
        Character before = body, after = result;
        before.feature_inertia.reset();
        after.feature_inertia.reset();
        result.feature_inertia = body.feature_inertia->cwiseProduct(
            feature_model(after).inertia.cwiseQuotient(feature_model(before).inertia));
    }
    return result;
}

Character with_level_feet(const Character& body)
{
    Character result = body;
    NamedPose& standing = result.poses.at("standing");
    Pose pose = place(body, standing, Eigen::Vector2d::Zero(), 0);
    double highest = 0;
    for (const Limb& limb : body.limbs)
        if (limb.support)
            highest = std::max(highest, sole_of(body, limb, pose).position.z());
    for (const Limb& limb : body.limbs) {
        if (!limb.support)
            continue;
        SegmentFrame target = sole_of(body, limb, pose);
        if (highest - target.position.z() < 1e-6)
            continue;
        target.position.z() = highest;
        reach(body, limb, target, pose);
    }
    int i = 0;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs) {
            const double angle = pose.angles[i++];
            if (angle != 0)
                standing.angles[dof.name] = std::clamp(angle, dof.lower, dof.upper);
        }
    return result;
}

}  // namespace gambol
