// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

#include "gambol/geometry/capsules.hpp"

namespace gambol::refine {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kAllowedDepth = 0.004;  // m; the audit allows 15 mm
constexpr double kRoom = 0.03;  // m, left between two people

}  // namespace

double InstantModel::add_clearances(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.clear;
    for (const Clearance& clearance : instant.clearances) {
        const Vector3d p = world(clearance.point);
        for (const Surface& surface : *setting_.surfaces) {
            const SurfacePoint near = nearest_surface_point(surface.shape, p);
            const double r = near.distance - clearance.height;
            if (r >= 0)
                continue;
            cost += 0.5 * w * r * r;
            if (derivatives_) {
                dynamics::point_position(tree_, state_, clearance.point, point_);
                add_point_row(clearance.point, near.gradient, r, w);
            }
        }
    }
    return cost;
}

double InstantModel::add_depths(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    for (const Watch& watch : instant.watched) {
        const SurfacePoint near = nearest_surface_point(*watch.surface, world(watch.point));
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

Capsule InstantModel::placed(const dynamics::BodyCapsule& limb) const
{
    return { world(limb.from), world(limb.to), limb.radius };
}

void InstantModel::add_limb(
    const dynamics::BodyCapsule& limb, double share, const Vector3d& away, VectorXd& J)
{
    const dynamics::BodyPoint point { limb.from.joint,
        limb.from.position + share * (limb.to.position - limb.from.position) };
    const dynamics::Vector<double> d = dynamics::from_eigen(away);
    dynamics::point_position(tree_, state_, point, point_);
    for (const int k : tree_.path(point.joint))
        J[k] += dynamics::dot(d, point_.dp_dq[size_t(k)]);
}

void InstantModel::add_gap_row(const VectorXd& J, double r, double w)
{
    by_q += w * r * J;
    position.selfadjointView<Eigen::Lower>().rankUpdate(J, w);
}

/// The gap is |p_a − p_b| − radii at the nearest points of both axes; as a minimum it changes as if
/// those stayed where they are on their bodies.
double InstantModel::add_overlaps(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    for (const Pair& pair : instant.pairs) {
        const CapsuleGap near = capsule_gap(placed(pair.a), placed(pair.b));
        const double r = near.gap + pair.overlap;
        if (r >= 0 || near.distance == 0)
            continue;
        cost += 0.5 * w * r * r;
        if (!derivatives_)
            continue;
        VectorXd J = VectorXd::Zero(tree_.dof_count());
        const Vector3d away = near.between / near.distance;
        add_limb(pair.a, near.at.on_a, away, J);
        add_limb(pair.b, near.at.on_b, -away, J);
        add_gap_row(J, r, w);
    }
    return cost;
}

/// Likewise, of somebody else's limbs, which stay where they are.
double InstantModel::add_meetings(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    for (const Meeting& meeting : instant.meetings) {
        const CapsuleGap near = capsule_gap(placed(meeting.limb), meeting.other);
        const double r = near.gap - kRoom;
        if (r >= 0 || near.distance == 0)
            continue;
        cost += 0.5 * w * r * r;
        if (!derivatives_)
            continue;
        VectorXd J = VectorXd::Zero(tree_.dof_count());
        add_limb(meeting.limb, near.at.on_a, near.between / near.distance, J);
        add_gap_row(J, r, w);
    }
    return cost;
}

}  // namespace gambol::refine
