// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

#include "gambol/geometry/nearest.hpp"

namespace gambol::refine {

namespace {

using dynamics::to_eigen;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kAllowedDepth = 0.004;  // m; the audit allows 15 mm

}  // namespace

double InstantModel::add_depths(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    for (const Watch& watch : instant.watched) {
        const dynamics::BodyPose<double> pose
            = dynamics::body_pose(tree_, state_, watch.point.joint);
        const Vector3d p = to_eigen(pose.p + pose.R * dynamics::from_eigen(watch.point.position));
        const SurfacePoint near = nearest_surface_point(*watch.surface, p);
        const double r = near.distance - watch.radius + kAllowedDepth;
        if (r >= 0)
            continue;
        cost += 0.5 * w * r * r;
        if (derivatives_) {
            dynamics::point_position(tree_, state_, watch.point, point_);
            add_point_row(watch.point, near.gradient, r, w);
        }
    }
    return cost;
}

/// The gap is |p_a − p_b| − radii at the nearest points of both axes; as a minimum it changes as if
/// those stayed where they are on their bodies.
double InstantModel::add_overlaps(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    const auto world = [&](const dynamics::BodyPoint& point) -> Vector3d {
        const dynamics::BodyPose<double> pose = dynamics::body_pose(tree_, state_, point.joint);
        return to_eigen(pose.p + pose.R * dynamics::from_eigen(point.position));
    };
    for (const Pair& pair : instant.pairs) {
        const Vector3d a0 = world(pair.a.from), a1 = world(pair.a.to), b0 = world(pair.b.from),
                       b1 = world(pair.b.to);
        const SegmentPair near = nearest_on_segments(a0, a1, b0, b1);
        const Vector3d between = a0 + near.on_a * (a1 - a0) - b0 - near.on_b * (b1 - b0);
        const double distance = between.norm();
        const double r = distance - pair.a.radius - pair.b.radius + pair.overlap;
        if (r >= 0 || distance == 0)
            continue;
        cost += 0.5 * w * r * r;
        if (!derivatives_)
            continue;
        VectorXd J = VectorXd::Zero(tree_.dof_count());
        const dynamics::Vector<double> d = dynamics::from_eigen(between / distance);
        const auto add = [&](const Pair::Limb& limb, double share, double sign) {
            const dynamics::BodyPoint point { limb.from.joint,
                limb.from.position + share * (limb.to.position - limb.from.position) };
            dynamics::point_position(tree_, state_, point, point_);
            for (const int k : tree_.path(point.joint))
                J[k] += sign * dynamics::dot(d, point_.dp_dq[size_t(k)]);
        };
        add(pair.a, near.on_a, 1);
        add(pair.b, near.on_b, -1);
        by_q += w * r * J;
        position.selfadjointView<Eigen::Lower>().rankUpdate(J, w);
    }
    return cost;
}

}  // namespace gambol::refine
