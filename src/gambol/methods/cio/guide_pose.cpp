// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide_pose.hpp"

#include "gambol/methods/cio/heading.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::cio {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

double GuidePose::ground_at(const Vector2d& place) const
{
    return busy_ ? ground_.floor_at(place).value_or(0) : ground_.height_at(place);
}

GuidePose::Planted GuidePose::planted(int i, const Vector3d& torso, const Quaterniond& turn) const
{
    const FeatureLimb& limb = model_.limbs[size_t(i)];
    Planted result;
    result.position = torso + turn * limb.base;
    result.position.z() = ground_.height_at(result.position.head<2>());
    const Quaterniond carried = turn * Quaterniond(limb.rest_axes);
    const Quaterniond flat = Quaterniond::FromTwoVectors(
                                 carried * model_.patches[size_t(i)].axes.col(2), Vector3d::UnitZ())
        * carried;
    double best = -std::numeric_limits<double>::infinity();
    constexpr int kHeadings = 24;
    for (int k = 0; k < kHeadings; ++k) {
        const Quaterniond axes = yaw(2 * std::numbers::pi * k / kHeadings) * flat;
        const double fit = (axes * limb.end_hinge.axis).dot(turn * limb.upper_hinge.axis);
        if (fit > best) {
            best = fit;
            result.axes = axes;
        }
    }
    return result;
}

VectorXd GuidePose::at(const Wish& wish) const
{
    const auto& [position, turn, share, arms_down, legs_down] = wish;
    VectorXd q = start_;
    const Vector3d p0 = start_.head<3>();
    const Quaterniond R0(model_.turn_of(start_.segment<3>(3)));
    q.head<3>() = position;
    q.segment<3>(3) = model_.vector_of(turn.toRotationMatrix());
    for (int i = 0; i < int(model_.limbs.size()); ++i) {
        const FeatureLimb& limb = model_.limbs[size_t(i)];
        const int e = model_.effector(i);
        const Vector3d offset = R0.conjugate() * (start_.segment<3>(e) - p0);
        const Quaterniond axes
            = R0.conjugate() * Quaterniond(model_.turn_of(start_.segment<3>(e + 3)));
        q.segment<3>(e) = position + turn * (offset + share * (limb.rest - offset));
        Quaterniond turned = turn * axes.slerp(share, Quaterniond(limb.rest_axes));
        if (limb.support && busy_) {
            // Feet stay where they are while the trunk bends over them.
            const Quaterniond level = yaw(heading_of(turn));
            q.segment<3>(e) = position + level * (offset + share * (limb.rest - offset));
            turned = level * axes.slerp(share, Quaterniond(limb.rest_axes));
        }
        if (limb.support && (busy_ || (turn * Vector3d::UnitZ()).z() > kUprightTorso))
            q[e + 2] = ground_at(q.segment<2>(e));
        if (const double down = limb.support ? legs_down : arms_down; down > 0) {
            const Planted floor = planted(i, position, turn);
            q.segment<3>(e) += down * (floor.position - q.segment<3>(e));
            turned = turned.slerp(down, floor.axes);
        }
        q.segment<3>(e + 3) = model_.vector_of(turned.toRotationMatrix());
        q[model_.swivel(i)] += share * (limb.rest_swivel - q[model_.swivel(i)]);
    }
    return q;
}

}  // namespace gambol::cio
