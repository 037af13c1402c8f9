// SPDX-License-Identifier: MIT
#include "gambol/dynamics/limb_gap.hpp"

#include "gambol/geometry/capsules.hpp"

namespace gambol::dynamics {

namespace {

Eigen::Vector3d world(const Tree& tree, const State<double>& state, const BodyPoint& point)
{
    const BodyPose<double> pose = body_pose(tree, state, point.joint);
    return to_eigen(pose.p + pose.R * from_eigen(point.position));
}

Capsule placed(const Tree& tree, const State<double>& state, const BodyCapsule& limb)
{
    return { world(tree, state, limb.from), world(tree, state, limb.to), limb.radius };
}

}  // namespace

LimbGap::LimbGap(const Tree& tree)
    : point_(tree)
{
}

void LimbGap::update(const Tree& tree, const State<double>& state, const BodyCapsule& a,
    const BodyCapsule& b, bool with_derivative)
{
    const CapsuleGap near = capsule_gap(placed(tree, state, a), placed(tree, state, b));
    find(near, tree, with_derivative);
    if (!with_derivative || near.distance == 0)
        return;
    add(tree, state, a, near.at.on_a, near.between / near.distance);
    add(tree, state, b, near.at.on_b, -near.between / near.distance);
}

void LimbGap::update(const Tree& tree, const State<double>& state, const BodyCapsule& a,
    const Capsule& other, bool with_derivative)
{
    const CapsuleGap near = capsule_gap(placed(tree, state, a), other);
    find(near, tree, with_derivative);
    if (with_derivative && near.distance != 0)
        add(tree, state, a, near.at.on_a, near.between / near.distance);
}

void LimbGap::find(const CapsuleGap& near, const Tree& tree, bool with_derivative)
{
    gap = near.gap;
    if (with_derivative)
        J.setZero(tree.dof_count());
}

void LimbGap::add(const Tree& tree, const State<double>& state, const BodyCapsule& limb,
    double share, const Eigen::Vector3d& away)
{
    const BodyPoint at { limb.from.joint,
        limb.from.position + share * (limb.to.position - limb.from.position) };
    const Vector<double> d = from_eigen(away);
    point_position(tree, state, at, point_);
    for (const int k : tree.path(at.joint))
        J[k] += dot(d, point_.dp_dq[std::size_t(k)]);
}

}  // namespace gambol::dynamics
