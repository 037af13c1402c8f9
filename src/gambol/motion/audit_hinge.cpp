// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_world.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

constexpr double kHingeArm = 0.3;  // m; as for momentum
constexpr double kAlong = 0.5;  // m along the axis: where a tilt shows as a distance
constexpr double kTurns = 0.2;  // rad/s; slower, friction is what it takes to stay
constexpr double kOfFriction = 0.05;  // × friction: how far from it the torque may be

/// Turn about the axis from one pose to another, less than half a turn.
double turn_between(const Isometry3d& from, const Isometry3d& to, const Vector3d& axis)
{
    const Eigen::Quaterniond turn(to.linear() * from.linear().transpose());
    return std::remainder(2 * std::atan2(axis.dot(turn.vec()), turn.w()), 2 * M_PI);
}

class HingeCheck {
public:
    HingeCheck(const World& world, const Owner& owner)
        : world_(world)
        , owner_(owner)
        , hinge_(*owner.hinge)
    {
        angle_.push_back(0);
        for (int k = 1; k < world.samples(); ++k)
            angle_.push_back(angle_.back() + turn_between(pose(k - 1), pose(k), hinge_.axis));
    }

    /// How far two points of the prop that lie on the axis at first are from where they were.
    [[nodiscard]] Peak gap() const
    {
        Peak peak;
        for (const double along : { 0.0, kAlong }) {
            const Vector3d held = hinge_.at + along * hinge_.axis;
            const Vector3d own = pose(0).inverse() * held;
            for (int k = 0; k < world_.samples(); ++k)
                peak.take((pose(k) * own - held).norm(), time(k));
        }
        return peak;
    }

    /// Torque about the axis that is not what friction gives, × weight × 0.3 m.
    [[nodiscard]] Peak torque() const
    {
        Peak peak;
        for (int k = 0; k < world_.samples(); ++k) {
            const double given = hinge_.axis.dot(hinge_.torque[k]), rate = rate_at(k);
            const double off = std::abs(rate) > kTurns
                ? std::abs(given + std::copysign(hinge_.friction, rate))
                : std::abs(given) - hinge_.friction;
            peak.take((off - kOfFriction * hinge_.friction) / (owner_.weight * kHingeArm), time(k));
        }
        return peak;
    }

    /// How far it is beyond its range.
    [[nodiscard]] Peak beyond() const
    {
        Peak peak;
        for (int k = 0; k < world_.samples(); ++k)
            peak.take(std::max(angle_[k] - hinge_.most, hinge_.least - angle_[k]), time(k));
        return peak;
    }

private:
    [[nodiscard]] const Isometry3d& pose(int k) const { return owner_.poses[k].front(); }
    [[nodiscard]] double time(int k) const { return world_.motion.times[k]; }
    [[nodiscard]] double rate_at(int k) const
    {
        const int before = std::max(k - 1, 0), after = std::min(k + 1, world_.samples() - 1);
        return (angle_[after] - angle_[before]) / (time(after) - time(before));
    }

    const World& world_;
    const Owner& owner_;
    const MotionHinge& hinge_;
    std::vector<double> angle_;  // since the first sample
};

}  // namespace

void check_hinges(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst gap("hinge", limits.hinge_gap, "m");
    Worst torque("hinge_torque", limits.hinge_torque, "of weight x 0.3 m");
    Worst range("hinge_range", limits.hinge_range, "rad");
    bool any = false;
    for (const Owner& owner : world.owners) {
        if (!owner.hinge)
            continue;
        any = true;
        const HingeCheck check(world, owner);
        gap.add(owner.name, check.gap());
        torque.add(owner.name, check.torque());
        range.add(owner.name, check.beyond());
    }
    // Said only where there are hinges, so that all other tables stay as they are.
    if (!any)
        return;
    gap.report(report);
    torque.report(report);
    range.report(report);
}

}  // namespace gambol::audit_detail
