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

}  // namespace

LimbGap::LimbGap(const Tree& tree)
    : point_(tree)
{
}

void LimbGap::update(const Tree& tree, const State<double>& state, const BodyCapsule& a,
    const BodyCapsule& b, bool with_derivative)
{
    const auto place = [&](const BodyCapsule& limb) -> Capsule {
        return { world(tree, state, limb.from), world(tree, state, limb.to), limb.radius };
    };
    const CapsuleGap near = capsule_gap(place(a), place(b));
    gap = near.gap;
    if (!with_derivative)
        return;
    J.setZero(tree.dof_count());
    if (near.distance == 0)
        return;
    const Vector<double> d = from_eigen((near.between / near.distance).eval());
    const auto add = [&](const BodyCapsule& limb, double share, double sign) {
        const BodyPoint at { limb.from.joint,
            limb.from.position + share * (limb.to.position - limb.from.position) };
        point_position(tree, state, at, point_);
        for (const int k : tree.path(at.joint))
            J[k] += sign * dot(d, point_.dp_dq[std::size_t(k)]);
    };
    add(a, near.at.on_a, 1);
    add(b, near.at.on_b, -1);
}

}  // namespace gambol::dynamics
