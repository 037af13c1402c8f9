// SPDX-License-Identifier: MIT
// How ZoneLoop makes one zone admissible: as the options say, then rigid, then held back.
#include "gambol/cloth/zones/zone_loop.hpp"

#include "gambol/cloth/zones/rigid_zone.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

// Zones that only push and are still hit after this many passes are projected from then on: a stack
// at rest, whose many dependent rows go back and forth.
constexpr int kPushingPasses = 8;
constexpr double kPinch = 10;  // separations by which surfaces still approach one another then
// After these halvings the motion of a frozen zone is set to zero.
constexpr int kHalvings = 8;
// A solved zone moves no further than this times what moved it; beyond, dependent rows won.
constexpr double kLargestStretch = 5;
constexpr double kZoneTolerance = 0.1;  // of the separation

}  // namespace

bool ZoneLoop::solve(const Gathered& zone, CollisionReport& report)
{
    report.largest_zone_rows = std::max(report.largest_zone_rows, int(zone.rows.size()));
    report.largest_zone_vertices
        = std::max(report.largest_zone_vertices, int(zone.vertices.size()));
    for (const int vertex : zone.vertices)
        changed_[std::size_t(vertex)] = 1;
    ZoneState& state = forest_.state(zone.root);
    const bool chosen_rigid = options_.zones == ZoneKind::rigid;
    if (state.halvings == 0 && !state.rigid && solve_flexible(zone, report))
        return true;
    report.last_resort = report.last_resort || !chosen_rigid || state.halvings > 0;
    state.rigid = true;
    if (state.halvings == 0 && solve_rigid(zone))
        return true;
    report.last_resort = true;
    return freeze(zone, report);
}

ImpactZone ZoneLoop::make_zone(const Gathered& gathered)
{
    ImpactZone zone;
    zone.vertices = gathered.vertices;
    for (std::size_t i = 0; i < zone.vertices.size(); ++i) {
        const int vertex = zone.vertices[i];
        zone.mass_inverse.push_back(mesh_.mass_inverse[std::size_t(vertex)]);
        local_[std::size_t(vertex)] = int(i);
        const int patch = patch_of_[std::size_t(vertex)];
        if (patch < 0 || options_.patches[std::size_t(patch)].vertices[0] != vertex)
            continue;
        Eigen::MatrixXd& response = responses_[std::size_t(patch)];
        if (response.size() == 0)
            response = patch_response(options_.patches[std::size_t(patch)], *x_t0_, dt_);
        zone.patches.push_back({ int(i), &response });
    }
    for (const int r : gathered.rows) {
        const ImpactRow& from = rows_[std::size_t(r)];
        ImpactZone::Row row { .vertices = {},
            .weights = from.weights,
            .normal = from.normal,
            .scripted = Vector3d::Zero(),
            .kind = from.kind,
            .push = from.push,
            .room = from.room,
            .mu = from.mu,
            .multiplier = from.multiplier };
        for (int k = 0; k < 4; ++k) {
            const int vertex = from.vertices[std::size_t(k)];
            row.vertices[std::size_t(k)] = local_[std::size_t(vertex)];
            if (!mesh_.is_free(vertex))
                row.scripted += from.weights[k] * (x_t1_->col(vertex) - x_t0_->col(vertex));
        }
        zone.rows.push_back(row);
    }
    for (const int vertex : zone.vertices)
        local_[std::size_t(vertex)] = -1;
    set_compliances(zone);
    return zone;
}

Matrix3Xd ZoneLoop::motion_of(const ImpactZone& zone, const Matrix3Xd& x_t1) const
{
    Matrix3Xd motion(3, Eigen::Index(zone.vertices.size()));
    for (Eigen::Index i = 0; i < motion.cols(); ++i) {
        const int vertex = zone.vertices[std::size_t(i)];
        motion.col(i) = x_t1.col(vertex) - x_t0_->col(vertex);
    }
    return motion;
}

bool ZoneLoop::solve_flexible(const Gathered& gathered, const CollisionReport& report)
{
    ImpactZone zone = make_zone(gathered);
    const Matrix3Xd motion = motion_of(zone, x_before_);
    double cause = std::max(options_.thickness, motion.colwise().norm().maxCoeff());
    double pushes = 0;
    for (const ImpactZone::Row& row : zone.rows) {
        cause = std::max(cause, row.scripted.norm());
        pushes += row.push;  // those of a stack add up
    }

    const double tolerance = kZoneTolerance * options_.separation;
    const bool may_pull = options_.zones == ZoneKind::projection || report.passes > kPushingPasses;
    ZoneMotion solved = may_pull ? project_zone(zone, motion, tolerance)
                                 : solve_zone_nonnegative(zone, motion, tolerance);
    apply_zone_friction(zone, motion, tolerance, solved);
    ZoneState& state = forest_.state(gathered.root);
    // Only a projection tells a pinch from sweeps that were too few.
    const bool stuck = may_pull && solved.residual > kPinch * options_.separation;
    state.stuck_passes = stuck ? state.stuck_passes + 1 : 0;
    const auto is_sane = [&](const Matrix3Xd& d) {
        return d.colwise().norm().maxCoeff() <= kLargestStretch * (cause + pushes);
    };
    // Almost dependent rows that regain distance throw a zone far away, where resting does not.
    if (!is_sane(solved.position))
        solved.position = solved.velocity;
    state.has_velocity = is_sane(solved.velocity);
    if (!state.has_velocity)
        return false;
    for (std::size_t r = 0; r < gathered.rows.size(); ++r)
        rows_[std::size_t(gathered.rows[r])].multiplier = zone.rows[r].multiplier;
    for (Eigen::Index i = 0; i < motion.cols(); ++i) {
        const int vertex = zone.vertices[std::size_t(i)];
        x_t1_->col(vertex) = x_t0_->col(vertex) + solved.position.col(i);
        x_velocity_->col(vertex) = x_t0_->col(vertex) + solved.velocity.col(i);
    }
    return true;
}

bool ZoneLoop::solve_rigid(const Gathered& gathered)
{
    RigidZone zone;
    const auto count = Eigen::Index(gathered.vertices.size());
    zone.free_t0.resize(3, count);
    zone.free_t1.resize(3, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const int vertex = gathered.vertices[std::size_t(i)];
        zone.free_t0.col(i) = x_t0_->col(vertex);
        zone.free_t1.col(i) = x_before_.col(vertex);
        zone.mass.push_back(1 / mesh_.mass_inverse[std::size_t(vertex)]);
    }
    std::set<int> scripted;
    for (const int r : gathered.rows)
        for (const int vertex : rows_[std::size_t(r)].vertices)
            if (!mesh_.is_free(vertex))
                scripted.insert(vertex);
    zone.scripted_t0.resize(3, Eigen::Index(scripted.size()));
    zone.scripted_t1.resize(3, Eigen::Index(scripted.size()));
    Eigen::Index column = 0;
    for (const int vertex : scripted) {
        zone.scripted_t0.col(column) = x_t0_->col(vertex);
        zone.scripted_t1.col(column++) = x_t1_->col(vertex);
    }
    const auto end = move_rigidly(zone, kZoneTolerance * options_.separation);
    if (!end)
        return false;
    for (Eigen::Index i = 0; i < count; ++i) {
        const int vertex = gathered.vertices[std::size_t(i)];
        x_t1_->col(vertex) = end->col(i);
        if (options_.zones == ZoneKind::rigid || !forest_.state(gathered.root).has_velocity)
            x_velocity_->col(vertex) = end->col(i);
    }
    return true;
}

/// Halves the motion of the zone, and at last takes it away. False if that was not enough either.
bool ZoneLoop::freeze(const Gathered& zone, CollisionReport& report)
{
    note_pinch(zone);
    ZoneState& state = forest_.state(zone.root);
    state.halvings = std::max(state.halvings, 1);
    if (state.halvings > kHalvings + 1)
        return false;
    const double share = state.halvings > kHalvings ? 0 : 0.5;
    ++state.halvings;
    for (const int vertex : zone.vertices) {
        x_t1_->col(vertex) = x_t0_->col(vertex) + share * (x_t1_->col(vertex) - x_t0_->col(vertex));
        if (!state.has_velocity)
            x_velocity_->col(vertex) = x_t1_->col(vertex);
    }
    report.frozen_vertices = std::max(report.frozen_vertices, int(zone.vertices.size()));
    return true;
}

void ZoneLoop::note_pinch(const Gathered& zone)
{
    std::set<int> objects;
    for (const int r : zone.rows)
        for (const int vertex : rows_[std::size_t(r)].vertices)
            if (!mesh_.is_free(vertex))
                objects.insert(mesh_.object[std::size_t(vertex)]);
    for (auto a = objects.begin(); a != objects.end(); ++a)
        for (auto b = objects.size() == 1 ? a : std::next(a); b != objects.end(); ++b)
            pinched_.emplace(*a, *b);
}

}  // namespace gambol::cloth
