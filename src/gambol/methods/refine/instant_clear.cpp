// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

namespace gambol::refine {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kAllowedDepth = 0.004;  // m; the audit allows 15 mm
constexpr double kRoom = 0.04;  // m, left between two people
constexpr double kOthers = 5;  // × the weight of depths: both give way only in turn

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
        if (watch.carried_by >= 0) {
            cost += add_depth_in_carried(
                world(watch.point), watch.radius, &watch.point, *watch.surface, watch.carried_by);
            continue;
        }
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

double InstantModel::add_posts(const InstantTarget& instant)
{
    double cost = 0;
    for (const Post& post : instant.posts)
        cost += add_depth_in_carried(post.place, 0, nullptr, *post.shape, post.carried_by);
    return cost;
}

/// The distance changes with how the point moves against the material of the solid there.
double InstantModel::add_depth_in_carried(const Vector3d& center, double radius,
    const dynamics::BodyPoint* moving, const Shape& shape, int carried_by)
{
    const dynamics::BodyPose<double> pose = dynamics::body_pose(tree_, state_, carried_by);
    const Vector3d local = dynamics::to_eigen(
        dynamics::transpose_times(pose.R, dynamics::from_eigen(center) - pose.p));
    const SurfacePoint near = nearest_surface_point(shape, local);
    const double r = near.distance - radius + kAllowedDepth, w = setting_.weights.depth;
    if (r >= 0)
        return 0;
    if (derivatives_) {
        const Vector3d g = dynamics::to_eigen(pose.R * dynamics::from_eigen(near.gradient));
        const dynamics::BodyPoint material { carried_by, local };
        VectorXd J = -way_moves(material, nullptr).transpose() * g;
        if (moving)
            J += way_moves(*moving, nullptr).transpose() * g;
        by_q += w * r * J;
        position.selfadjointView<Eigen::Lower>().rankUpdate(J, w);
    }
    return 0.5 * w * r * r;
}

double InstantModel::add_overlaps(const InstantTarget& instant)
{
    double cost = 0;
    for (const Pair& pair : instant.pairs) {
        gap_.update(tree_, state_, pair.a, pair.b, derivatives_);
        cost += add_gap(pair.overlap, setting_.weights.depth);
    }
    return cost;
}

double InstantModel::add_meetings(const InstantTarget& instant)
{
    double cost = 0;
    for (const Meeting& meeting : instant.meetings) {
        gap_.update(tree_, state_, meeting.limb, meeting.other, derivatives_);
        cost += add_gap(-kRoom, kOthers * setting_.weights.depth);
    }
    return cost;
}

double InstantModel::add_gap(double overlap, double w)
{
    const double r = gap_.gap + overlap;
    if (r >= 0)
        return 0;
    if (derivatives_) {
        by_q += w * r * gap_.J;
        position.selfadjointView<Eigen::Lower>().rankUpdate(gap_.J, w);
    }
    return 0.5 * w * r * r;
}

}  // namespace gambol::refine
