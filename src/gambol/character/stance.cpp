// SPDX-License-Identifier: MIT
#include "gambol/character/stance.hpp"

#include "gambol/character/limb_flexion.hpp"
#include "gambol/geometry/capsules.hpp"
#include "gambol/math/bounded_gauss_newton.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// An end counts as touching the floor when it is this share of its limb's length above it.
constexpr double kNearFloor = 0.15;
/// Reach of a supporting limb that could be straight: knees bent by some 9°.
constexpr double kStandingReach = 0.9966;
/// From this cosine between a limb and the vertical on, the limb hangs.
constexpr double kHanging = 0.5;
/// A foot this share of its limb's length off its target is out of reach.
constexpr double kMissed = 0.05;

struct LimbAngles {
    std::vector<int> index;  // into Pose::angles: upper, lower, end
    VectorXd lower, upper;  // ranges
};

LimbAngles angles_of(const Character& body, const Limb& limb)
{
    LimbAngles result;
    const std::vector<int> first = first_angles(body);
    std::vector<double> low, high;
    for (const int s : { limb.upper, limb.lower, limb.end })
        for (size_t d = 0; d < body.segments[size_t(s)].dofs.size(); ++d) {
            result.index.push_back(first[size_t(s)] + int(d));
            low.push_back(body.segments[size_t(s)].dofs[d].lower);
            high.push_back(body.segments[size_t(s)].dofs[d].upper);
        }
    result.lower = Eigen::Map<VectorXd>(low.data(), Eigen::Index(low.size()));
    result.upper = Eigen::Map<VectorXd>(high.data(), Eigen::Index(high.size()));
    return result;
}

double lowest(const Character& body, int segment, const std::vector<SegmentFrame>& frames)
{
    HeightRange range;
    for (const Shape& shape : body.segments[size_t(segment)].shapes)
        range.cover(heights(shape, frames[size_t(segment)]));
    return std::isfinite(range.lowest) ? range.lowest : frames[size_t(segment)].position.z();
}

double limb_length(const Character& body, const Limb& limb)
{
    return body.segments[size_t(limb.lower)].offset.norm()
        + body.segments[size_t(limb.end)].offset.norm();
}

class StanceFinder {
public:
    explicit StanceFinder(Character& body)
        : body_(body)
    {
        pose_.angles = VectorXd::Zero(body.dof_count());
        int i = 0;
        for (const Segment& segment : body.segments)
            for (const Dof& dof : segment.dofs) {
                if (dof.lower > 0 || dof.upper < 0)
                    pose_.angles[i] = 0.5 * (dof.lower + dof.upper);
                ++i;
            }
    }

    void start_from(const NamedPose& named)
    {
        pose_ = place(body_, named, Eigen::Vector2d::Zero(), 0);
    }

    void find_supports()
    {
        const std::vector<SegmentFrame> frames = forward_kinematics(body_, pose_);
        double floor = std::numeric_limits<double>::infinity();
        for (size_t i = 0; i < frames.size(); ++i)
            floor = std::min(floor, lowest(body_, int(i), frames));
        for (Limb& limb : body_.limbs)
            limb.support
                = lowest(body_, limb.end, frames) - floor < kNearFloor * limb_length(body_, limb);
    }

    void stand()
    {
        for (const Limb& limb : body_.limbs) {
            if (!limb.support)
                continue;
            const VectorXd before = pose_.angles;
            const Vector3d now = foot(limb), target = foot_target(limb);
            set_foot(limb, target);
            // Legs whose hips only swing forward and back cannot bring their feet below them.
            if ((foot(limb) - target).norm() > kMissed * limb_length(body_, limb)) {
                pose_.angles = before;
                set_foot(limb, now);
            }
        }
        // Feet of limbs that differ in length come to the height of the highest.
        const std::vector<SegmentFrame> frames = forward_kinematics(body_, pose_);
        double floor = -std::numeric_limits<double>::infinity();
        for (const Limb& limb : body_.limbs)
            if (limb.support)
                floor = std::max(floor, lowest(body_, limb.end, frames));
        for (const Limb& limb : body_.limbs)
            if (limb.support && floor - lowest(body_, limb.end, frames) > 1e-4)
                set_foot(limb,
                    frames[size_t(limb.end)].position
                        + Vector3d(0, 0, floor - lowest(body_, limb.end, frames)));
    }

    /// Lets a limb that carries nothing hang.
    void relax(const Limb& limb)
    {
        const LimbAngles angles = angles_of(body_, limb);
        const std::vector<int> own { limb.upper, limb.lower, limb.end };
        const std::vector<Capsule> others = obstacles(own);
        double best = hanging_cost(own, others, angles);
        for (double step = 0.6; step > 0.01; step /= 2)
            for (bool better = true; better;) {
                better = false;
                for (size_t i = 0; i < angles.index.size(); ++i)
                    for (const double sign : { 1.0, -1.0 }) {
                        double& angle = pose_.angles[angles.index[i]];
                        const double before = angle;
                        angle = std::clamp(before + sign * step, angles.lower[Eigen::Index(i)],
                            angles.upper[Eigen::Index(i)]);
                        const double cost = hanging_cost(own, others, angles);
                        if (cost < best - 1e-9) {
                            best = cost;
                            better = true;
                        } else {
                            angle = before;
                        }
                    }
            }
    }

    [[nodiscard]] NamedPose named() const
    {
        NamedPose result;
        int i = 0;
        for (const Segment& segment : body_.segments)
            for (const Dof& dof : segment.dofs) {
                // A tenth of a millirad is nothing to a body and much to read.
                const double angle = std::round(pose_.angles[i++] * 1e4) / 1e4;
                if (angle != 0)
                    result.angles[dof.name] = std::clamp(angle, dof.lower, dof.upper);
            }
        return result;
    }

private:
    [[nodiscard]] Vector3d foot(const Limb& limb) const
    {
        return forward_kinematics(body_, pose_)[size_t(limb.end)].position;
    }

    /// Where the tip joint of a supporting limb goes.
    Vector3d foot_target(const Limb& limb) const
    {
        const std::vector<SegmentFrame> frames = forward_kinematics(body_, pose_);
        const Vector3d base = frames[size_t(limb.upper)].position;
        const Vector3d now = frames[size_t(limb.end)].position - base;
        const double reach = std::min(now.norm(), kStandingReach * limb_length(body_, limb));
        bool moved = false;  // out of the zero pose: then the foot may be anywhere
        for (const int i : angles_of(body_, limb).index)
            moved = moved || pose_.angles[i] != 0;
        Vector3d direction = now.normalized();
        if (moved && -direction.z() > kHanging)
            direction = -Vector3d::UnitZ();
        return base + reach * direction;
    }

    /// Inverse kinematics: tip joint to `target`, end level, angles within their ranges.
    void set_foot(const Limb& limb, const Vector3d& target)
    {
        constexpr double kTurnArm = 0.1;  // m per rad: what a tilted foot counts against a shifted
        constexpr double kStay = 1e-3;  // m per rad: what is free stays
        const LimbAngles angles = angles_of(body_, limb);
        const Eigen::Index n = Eigen::Index(angles.index.size());
        const auto get = [&] {
            VectorXd q(n);
            for (Eigen::Index i = 0; i < n; ++i)
                q[i] = pose_.angles[angles.index[size_t(i)]];
            return q;
        };
        const auto set = [&](const VectorXd& q) {
            for (Eigen::Index i = 0; i < n; ++i)
                pose_.angles[angles.index[size_t(i)]]
                    = std::clamp(q[i], angles.lower[i], angles.upper[i]);
        };
        bend_straight_knee(limb);
        const VectorXd start = get();
        const auto residual = [&](const VectorXd& q) {
            set(q);
            const SegmentFrame end = forward_kinematics(body_, pose_)[size_t(limb.end)];
            VectorXd r(6 + n);
            r << end.position - target, kTurnArm * rotation_vector(end.rotation.toRotationMatrix()),
                kStay * (q - start);
            return r;
        };
        set(bounded_gauss_newton(start, angles.lower, angles.upper,
            { .most = 200,
                .longest = 0.2,
                .smallest = 1e-7,
                .damping = 1e-6,
                .must_lower_cost = false },
            residual));
    }

    /// Out of the singular straight pose, to the side to which the knee bends.
    void bend_straight_knee(const Limb& limb)
    {
        constexpr double kStraight = 0.05;  // rad
        const Flexion flexion = middle_flexion(body_, limb);
        if (flexion.dof < 0)
            return;
        const Dof& dof = body_.segments[size_t(limb.lower)].dofs[size_t(flexion.dof)];
        double& angle = pose_.angles[first_angles(body_)[size_t(limb.lower)] + flexion.dof];
        const double sign = dof.axis.dot(flexion.axis) > 0 ? 1 : -1;
        if (std::abs(flexion.at_zero + sign * angle) < kStraight)
            angle = std::clamp(angle + sign * 3 * kStraight, dof.lower, dof.upper);
    }

    /// Capsules of all that is not part of the limb, in the world.
    std::vector<Capsule> obstacles(const std::vector<int>& own) const
    {
        const std::vector<SegmentFrame> frames = forward_kinematics(body_, pose_);
        std::vector<Capsule> result;
        for (size_t i = 0; i < frames.size(); ++i)
            if (std::find(own.begin(), own.end(), int(i)) == own.end())
                add_capsules(int(i), frames, result);
        return result;
    }

    void add_capsules(
        int segment, const std::vector<SegmentFrame>& frames, std::vector<Capsule>& out) const
    {
        const SegmentFrame& frame = frames[size_t(segment)];
        for (const Shape& shape : body_.segments[size_t(segment)].shapes)
            for (const Capsule& c : as_capsules(shape))
                out.push_back({ frame.position + frame.rotation * c.from,
                    frame.position + frame.rotation * c.to, c.radius });
    }

    /// Height of the limb's centre of mass, plus what overlaps cost, plus a little for angles far
    /// from zero, so that what gravity does not decide stays.
    double hanging_cost(const std::vector<int>& own, const std::vector<Capsule>& others,
        const LimbAngles& angles) const
    {
        constexpr double kOverlap = 20, kMargin = 0.02, kSpring = 0.003;
        const std::vector<SegmentFrame> frames = forward_kinematics(body_, pose_);
        double mass = 0, moment = 0;
        std::vector<Capsule> limb;
        for (const int s : own) {
            const Segment& segment = body_.segments[size_t(s)];
            const SegmentFrame& frame = frames[size_t(s)];
            mass += segment.mass;
            moment += segment.mass * (frame.position + frame.rotation * segment.com).z();
            // The upper link starts inside what it hangs on.
            if (s != own[0])
                add_capsules(s, frames, limb);
        }
        double cost = mass > 0 ? moment / mass : 0;
        for (const Capsule& a : limb)
            for (const Capsule& b : others)
                cost += kOverlap
                    * std::max(0.0, a.radius + b.radius + kMargin - capsule_gap(a, b).distance);
        for (const int i : angles.index)
            cost += kSpring * pose_.angles[i] * pose_.angles[i];
        return cost;
    }

    Character& body_;
    Pose pose_;
};

}  // namespace

void find_stance(Character& body)
{
    StanceFinder finder(body);
    const auto given = body.poses.find("standing");
    if (given != body.poses.end()) {
        finder.start_from(given->second);
        finder.find_supports();
        return;
    }
    finder.find_supports();
    finder.stand();
    for (const Limb& limb : body.limbs)
        if (!limb.support)
            finder.relax(limb);
    body.poses["standing"] = finder.named();
}

}  // namespace gambol
