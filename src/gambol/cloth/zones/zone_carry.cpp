// SPDX-License-Identifier: MIT
// How ZoneLoop begins a step with the impulses that held in the last one. Without them a pile at
// rest falls for a step and is stopped again layer by layer, with a solve for each. Only small
// stiff pieces carry impulses over: on single light vertices of a large sheet they tear at its
// edges.
#include "gambol/cloth/zones/zone_loop.hpp"

#include "gambol/cloth/zones/zone_response.hpp"

#include <algorithm>
#include <set>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

// In thicknesses beyond the first: pairs further apart hold nothing any more.
constexpr double kFarthest = 4;
// Of the gap beyond the thickness, in a step. Zones stop pairs wherever these were when the step
// began; without this, piles stay as loose as they fell, with more they are never at rest.
constexpr double kClosing = 0.2;
// Towards impulses that only push. They go on from step to step.
constexpr int kCarrySweeps = 4;
constexpr double kCarryTolerance = 0.01;  // of the separation

/// Lowers all impulses alike to where they take most of ½ ‖d‖²_M away, seen from the scripted
/// bodies: to nothing where the surfaces part by themselves.
void keep_useful_share(ImpactZone& zone, const Matrix3Xd& d)
{
    Matrix3Xd change = Matrix3Xd::Zero(3, d.cols());
    for (const ImpactZone::Row& row : zone.rows)
        add_impulse(row, row.multiplier * row.normal, change);
    ZoneResponse(zone).multiply(change);
    double slope = 0, curvature = 0;
    for (const ImpactZone::Row& row : zone.rows) {
        slope -= row.multiplier * (row.room + row.normal.dot(relative_motion(row, d)));
        curvature += row.multiplier * row.normal.dot(relative_motion(row, change) - row.scripted);
    }
    const double share = curvature > 0 ? std::clamp(slope / curvature, 0.0, 1.0) : 0;
    for (ImpactZone::Row& row : zone.rows)
        row.multiplier *= share;
}

/// Every contact rubs as far as its own push allows.
void rub(const ImpactZone& zone, Matrix3Xd& d)
{
    const ZoneResponse response(zone);
    for (const ImpactZone::Row& row : zone.rows) {
        const Vector3d u = relative_motion(row, d);
        const Vector3d slide = u - u.dot(row.normal) * row.normal;
        const double length = slide.norm(), most = row.mu * row.multiplier * row.mass_compliance;
        if (length > 0 && most > 0)
            response.add(row, -std::min(most / length, 1.0) / row.mass_compliance * slide, d);
    }
}

}  // namespace

void ZoneLoop::carry_over(std::vector<CarriedImpulse>& carried, Matrix3Xd& x_t1)
{
    x_t1_ = &x_t1;
    add_rows(rows_of(carried));
    mark_changed_zones();
    std::vector<CarriedImpulse> kept;
    for (const Gathered& gathered : gather_changed_zones()) {
        ImpactZone zone = make_zone(gathered);
        Matrix3Xd d = motion_of(zone, x_t1);
        keep_useful_share(zone, d);
        push_again(zone, kCarrySweeps, kCarryTolerance * options_.separation, d);
        rub(zone, d);
        for (std::size_t r = 0; r < zone.rows.size(); ++r) {
            const ImpactRow& row = rows_[std::size_t(gathered.rows[r])];
            const double impulse = zone.rows[r].multiplier;
            if (impulse > 0 || row.room == 0)
                kept.push_back({ row.vertices, row.pair, impulse });
        }
        for (Eigen::Index i = 0; i < d.cols(); ++i) {
            const int vertex = zone.vertices[std::size_t(i)];
            x_t1.col(vertex) = x_t0_->col(vertex) + d.col(i);
        }
    }
    carried.swap(kept);
}

std::vector<ImpactRow> ZoneLoop::rows_of(const std::vector<CarriedImpulse>& carried) const
{
    std::vector<ImpactRow> rows;
    for (const CarriedImpulse& last : carried) {
        const auto& v = last.vertices;
        if (let_go_.ignores(v))
            continue;
        const collision::ClosestPoints closest = collision::closest_points(
            last.kind, { x_t0_->col(v[0]), x_t0_->col(v[1]), x_t0_->col(v[2]), x_t0_->col(v[3]) });
        const double gap = closest.distance - options_.thickness;
        if (gap > kFarthest * options_.thickness || closest.normal.isZero())
            continue;
        ImpactRow row {
            .vertices = v, .weights = closest.weights, .normal = closest.normal, .pair = last.kind
        };
        row.room = std::max(0.0, kClosing * gap);
        row.mu = friction(v[0], v[3]);
        row.multiplier = last.impulse;
        rows.push_back(row);
    }
    return rows;
}

void ZoneLoop::note_carried(
    const CollisionReport& report, std::vector<CarriedImpulse>& carried) const
{
    if (report.step_fraction < 1)
        carried.clear();
    std::set<std::array<int, 4>> known;
    for (const CarriedImpulse& one : carried)
        known.insert(one.vertices);
    const auto in_patch = [&](int vertex) { return patch_of_[std::size_t(vertex)] >= 0; };
    for (const ImpactRow& row : rows_)
        if (row.kind == RowKind::impact
            && std::any_of(row.vertices.begin(), row.vertices.end(), in_patch)
            && known.insert(row.vertices).second)
            carried.push_back({ row.vertices, row.pair, 0 });
}

}  // namespace gambol::cloth
