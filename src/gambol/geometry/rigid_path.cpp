// SPDX-License-Identifier: MIT
#include "gambol/geometry/rigid_path.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gambol {

namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kSameAngle = 1e-9;  // rad: below it two angles are one, written differently

bool is_whole_turns(double angle)
{
    return std::abs(std::remainder(angle, 2 * std::numbers::pi)) < kSameAngle;
}

/// The shortest of all rotations that lead to the same.
Vector3d shortest(const Quaterniond& rotation)
{
    const AngleAxisd turn(rotation.w() < 0 ? Quaterniond(-rotation.coeffs()) : rotation);
    return turn.angle() * turn.axis();
}

}  // namespace

Eigen::Isometry3d RigidPath::at(double time) const
{
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    if (times.empty())
        return pose;
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    const auto k = std::size_t(after - times.begin());
    if (k == 0 || k == times.size()) {
        const std::size_t end = k == 0 ? 0 : k - 1;
        pose.translate(positions[end]);
        pose.rotate(rotations[end]);
        return pose;
    }
    const double share = (time - times[k - 1]) / (times[k] - times[k - 1]);
    if (turns.empty() || turns[k].isZero(0)) {
        pose.translate((1 - share) * positions[k - 1] + share * positions[k]);
        pose.rotate(rotations[k - 1].slerp(share, rotations[k]));
        return pose;
    }
    const double angle = turns[k].norm();
    const Quaterniond rotation = AngleAxisd(share * angle, turns[k] / angle) * rotations[k - 1];
    const Vector3d& c = centers[k];
    const Vector3d from = positions[k - 1] + rotations[k - 1] * c;
    const Vector3d to = positions[k] + rotations[k] * c;
    pose.translate((1 - share) * from + share * to - rotation * c);
    pose.rotate(rotation);
    return pose;
}

std::optional<Vector3d> turn_between(const AngleAxisd& from, const AngleAxisd& to)
{
    if (std::abs(from.axis().dot(to.axis())) > 1 - kSameAngle) {
        const double along = from.axis().dot(to.axis()) > 0 ? to.angle() : -to.angle();
        return (along - from.angle()) * from.axis();
    }
    if (to.angle() == 0)
        return -from.angle() * from.axis();
    if (is_whole_turns(from.angle()))
        return to.angle() * to.axis();
    if (std::max(std::abs(from.angle()), std::abs(to.angle())) > std::numbers::pi + kSameAngle)
        return {};
    return shortest(Quaterniond(to) * Quaterniond(from).conjugate());
}

RigidPath path_through(const std::vector<RigidKey>& keys, const Vector3d& middle)
{
    RigidPath path;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const Vector3d center = keys[k].about.value_or(middle);
        const Quaterniond turn(keys[k].turn);
        const std::optional<Vector3d> step
            = k == 0 ? Vector3d(Vector3d::Zero()) : turn_between(keys[k - 1].turn, keys[k].turn);
        assert(step);
        path.times.push_back(keys[k].time);
        path.positions.push_back(center + keys[k].by - turn * center);
        path.rotations.push_back(turn);
        path.centers.push_back(center);
        path.turns.push_back(*step);
    }
    return path;
}

}  // namespace gambol
