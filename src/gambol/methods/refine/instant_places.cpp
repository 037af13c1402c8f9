// SPDX-License-Identifier: MIT
// Held corners whose places are free.
#include "gambol/methods/refine/instant.hpp"

#include "gambol/geometry/nearest.hpp"

namespace gambol::refine {

namespace {

using dynamics::to_eigen;
using Eigen::Vector3d;

// Cosine, of floors and of patches below those who stand: feet begin where the scene has them,
// hands and backs may find a better place.
constexpr double kLevel = 0.7;
constexpr int kStill = 3;  // corners of a rigid patch that rest: then it does
constexpr double kBeside = 1e-6;  // m beyond an edge

}  // namespace

/// Corners stay on the surface's plane, within the edges of a box, and at rest. A heightfield has
/// no plane: there it is the distance from it. What is held from the start on is where it was.
double InstantModel::add_sticks(const Support& support)
{
    if (!setting_.free_places)
        return 0;
    double cost = 0;
    const double w = setting_.weights.hold, w_still = setting_.weights.stick;
    int patch = -1, of_patch = 0;
    for (const int index : support.holds) {
        const Hold& hold = setting_.plan->holds[size_t(index)];
        if (setting_.character->patches[size_t(hold.patch)].grip)
            continue;
        const dynamics::BodyPoint point = corner_of(hold);
        dynamics::point_motion(tree_, state_, point, point_);
        const Vector3d p = to_eigen(point_.p), v = to_eigen(point_.v), n = hold.axes.col(2);
        const Shape& shape = (*setting_.surfaces)[size_t(hold.surface)].shape;
        const SurfacePoint near = nearest_surface_point(shape, p);
        if (std::holds_alternative<Heightfield>(shape)) {
            cost += 0.5 * w * near.distance * near.distance;
            add_point_row(point, near.gradient, near.distance, w);
        } else {
            const double height = n.dot(p - hold.place);
            cost += 0.5 * w * height * height;
            add_point_row(point, n, height, w);
            const Vector3d away = p - near.point, beside = away - n.dot(away) * n;
            if (const double far = beside.norm(); near.distance > 0 && far > kBeside) {
                cost += 0.5 * w * far * far;
                add_point_row(point, beside / far, far, w);
            }
        }
        const Patch& sole = setting_.character->patches[size_t(hold.patch)];
        const bool is_foot = n.z() > kLevel && sole.normal.z() > kLevel;
        if (hold.begin == 0 && is_foot)
            for (const int axis : { 0, 1 }) {
                const Vector3d along = hold.axes.col(axis);
                const double off = along.dot(p - hold.place);
                cost += 0.5 * w * off * off;
                add_point_row(point, along, off, w);
            }
        of_patch = hold.patch == patch ? of_patch + 1 : 0;
        patch = hold.patch;
        if (of_patch >= kStill)
            continue;
        cost += 0.5 * w_still * v.squaredNorm();
        add_velocity_rows(point, v, w_still);
    }
    return cost;
}

void InstantModel::find_places(const Support& support)
{
    units_ = support.units;
    moves_.resize(support.holds.size());
    std::vector<Vector3d> corners;
    for (size_t h = 0; h < support.holds.size(); ++h) {
        const dynamics::BodyPoint point = corner_of(setting_.plan->holds[size_t(support.holds[h])]);
        dynamics::point_position(tree_, state_, point, point_);
        corners.push_back(to_eigen(point_.p));
        moves_[h].setZero(3, tree_.dof_count());
        for (const int k : tree_.path(point.joint))
            moves_[h].col(k) = to_eigen(point_.dp_dq[size_t(k)]);
    }
    for (size_t j = 0; j < units_.size(); ++j)
        if (support.unit_holds[j] >= 0)
            units_[j].at = corners[size_t(support.unit_holds[j])];
}

Vector3d InstantModel::hold_force(size_t hold, const Support& support) const
{
    Vector3d force = Vector3d::Zero();
    for (size_t j = 0; j < units_.size(); ++j)
        if (support.unit_holds[j] == int(hold))
            force += setting_.weight * problem_.coefficients()[Eigen::Index(j)] * units_[j].push;
    return force;
}

Vector3d InstantModel::leaning(const forces::Unit& unit) const
{
    return unit.push.cross(Vector3d(residual_.tail<3>())) / setting_.arm;
}

}  // namespace gambol::refine
