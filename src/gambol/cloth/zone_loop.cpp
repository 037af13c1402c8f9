// SPDX-License-Identifier: MIT
#include "gambol/cloth/zone_loop.hpp"

#include "gambol/cloth/rigid_zone.hpp"
#include "gambol/cloth/thread_clock.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gambol {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

// Zones that only push and are still hit after this many passes are projected from then on: a stack
// at rest, whose many dependent rows go back and forth.
constexpr int kPushingPasses = 8;
// Zones that can be solved are done after a few passes, crowded ones after some tens.
constexpr int kFlexiblePasses = 40, kRigidPasses = 80;
// Impacts without any motion that avoids them: this often in a row, and the zone is a pinch.
constexpr int kStuckPasses = 5;
constexpr double kPinch = 10;  // separations by which surfaces still approach one another then
// After these halvings the motion of a frozen zone is set to zero.
constexpr int kHalvings = 8;
// A zone cannot act on a pair whose free vertices carry less of the closest points than this: the
// vertex would have to move a hundred times as far as the surfaces part.
constexpr double kLeastFreeWeight = 0.01;
// Surfaces closer than twice the separation regain this share of what is missing in each step.
// Without it they creep together, and the last resort is needed in every fifth step of a funnel.
constexpr double kRegain = 0.2;
// Of the separation, added and doubled each time the same pair is hit again within a step. Without
// it a stack whose gaps are below the tolerance of the solve is hit at the same places for ever.
constexpr double kRepeatedPush = 0.1;
// A solved zone moves no further than this times what moved it; beyond, dependent rows won.
constexpr double kLargestStretch = 5;
constexpr double kZoneTolerance = 0.1;  // of the separation
constexpr double kShortestStep = 1e-6;  // a cut step below this fraction is no step

}  // namespace

ZoneLoop::ZoneLoop(const CollisionMesh& mesh, const CollisionOptions& options, WorkerPool& pool)
    : mesh_(mesh)
    , options_(options)
    , pool_(pool)
{
    local_.assign(std::size_t(mesh.vertex_count()), -1);
    first_time_.assign(std::size_t(mesh.vertex_count()), 2);
}

double ZoneLoop::friction(int vertex_a, int vertex_b) const
{
    return options_.pair_friction.size() == 0
        ? options_.friction
        : options_.pair_friction(
            mesh_.object[std::size_t(vertex_a)], mesh_.object[std::size_t(vertex_b)]);
}

void ZoneLoop::run(
    CandidateSearch& search, Matrix3Xd& x_t1, Matrix3Xd& x_velocity, CollisionReport& report)
{
    x_t0_ = &search.x_t0();
    x_t1_ = &x_t1;
    x_velocity_ = &x_velocity;
    x_before_ = x_t1;
    rows_.clear();
    pinched_.clear();
    hits_of_pair_.clear();
    forest_.reset(mesh_.vertex_count());
    changed_.assign(std::size_t(mesh_.vertex_count()), 1);
    for (;;) {
        const double began = thread_cpu_seconds();
        search.update(x_t1);
        const double searched = thread_cpu_seconds();
        std::vector<Impact> impacts
            = detect_impacts(search, x_t1, options_.separation, changed_, pool_);
        const double detected = thread_cpu_seconds();
        report.broad_seconds += searched - began;
        report.narrow_seconds += detected - searched;
        if (impacts.empty())
            break;
        ++report.passes;
        std::fill(changed_.begin(), changed_.end(), 0);
        keep_earliest(impacts);
        add_rows(impacts, report.passes);
        bool solved = true;
        for (const Gathered& zone : gather_changed_zones())
            solved = solve(zone, report) && solved;
        report.zone_seconds += thread_cpu_seconds() - detected;
        if (!solved) {
            cut_step(search, report);
            break;
        }
    }
    summarise(report);
}

/// Later impacts of a vertex may not happen once the first one is avoided. An impact stays if it is
/// the first of any of its free vertices.
void ZoneLoop::keep_earliest(std::vector<Impact>& impacts)
{
    const auto each_vertex = [&](const Impact& impact, const auto& act) {
        for (int k = 0; k < 4; ++k) {
            const int vertex = impact.vertices[std::size_t(k)];
            if (mesh_.is_free(vertex) && impact.at_hit.weights[k] != 0)
                act(first_time_[std::size_t(vertex)]);
        }
    };
    for (const Impact& impact : impacts)
        each_vertex(impact, [&](double& first) { first = std::min(first, impact.time); });
    std::vector<Impact> kept;
    for (const Impact& impact : impacts) {
        bool is_first = false, has_free = false;
        each_vertex(impact, [&](double first) {
            has_free = true;
            is_first = is_first || impact.time <= first;
        });
        if (is_first || !has_free)
            kept.push_back(impact);
    }
    for (const Impact& impact : impacts)
        each_vertex(impact, [](double& first) { first = 2; });
    impacts.swap(kept);
}

void ZoneLoop::add_rows(const std::vector<Impact>& impacts, int pass)
{
    changed_root_.assign(std::size_t(mesh_.vertex_count()), 0);
    std::vector<int> touched;
    for (const Impact& impact : impacts) {
        ImpactRow row { .vertices = impact.vertices,
            .weights = impact.at_hit.weights,
            .normal = impact.at_hit.normal };
        const int earlier = hits_of_pair_[impact.vertices]++;
        row.push = kRegain * std::max(0.0, 2 * options_.separation - impact.distance_t0)
            + std::min((std::pow(2, earlier) - 1) * kRepeatedPush * options_.separation,
                options_.separation);
        row.mu = friction(impact.vertices[0], impact.vertices[3]);
        double free_weight = 0;
        int first = -1;
        for (int k = 0; k < 4; ++k) {
            const int vertex = row.vertices[std::size_t(k)];
            if (!mesh_.is_free(vertex))
                continue;
            free_weight = std::max(free_weight, std::abs(row.weights[k]));
            if (first < 0)
                first = vertex;
            else
                forest_.unite(first, vertex);
        }
        ZoneState& state = forest_.state(forest_.root(first));
        if (free_weight < kLeastFreeWeight || row.normal.isZero())
            state.halvings = std::max(state.halvings, 1);
        rows_.push_back(row);
        touched.push_back(first);
    }
    for (const int vertex : touched) {
        const int root = forest_.root(vertex);
        changed_root_[std::size_t(root)] = 1;
        ZoneState& state = forest_.state(root);
        if (pass > kFlexiblePasses || options_.zones == ZoneKind::rigid)
            state.rigid = true;
        if (pass > kRigidPasses || state.stuck_passes >= kStuckPasses)
            state.halvings = std::max(state.halvings, 1);
    }
}

std::vector<ZoneLoop::Gathered> ZoneLoop::gather_changed_zones()
{
    std::vector<std::pair<int, int>> by_root;
    for (int r = 0; r < int(rows_.size()); ++r) {
        const auto& v = rows_[std::size_t(r)].vertices;
        const auto free = std::find_if(v.begin(), v.end(), [&](int i) { return mesh_.is_free(i); });
        const int root = forest_.root(*free);
        if (changed_root_[std::size_t(root)])
            by_root.emplace_back(root, r);
    }
    std::sort(by_root.begin(), by_root.end());
    std::vector<Gathered> zones;
    for (const auto& [root, r] : by_root) {
        if (zones.empty() || zones.back().root != root)
            zones.push_back({ .root = root, .rows = {}, .vertices = {} });
        zones.back().rows.push_back(r);
    }
    for (Gathered& zone : zones) {
        for (const int r : zone.rows)
            for (const int vertex : rows_[std::size_t(r)].vertices)
                if (mesh_.is_free(vertex) && local_[std::size_t(vertex)] < 0) {
                    local_[std::size_t(vertex)] = int(zone.vertices.size());
                    zone.vertices.push_back(vertex);
                }
        for (const int vertex : zone.vertices)
            local_[std::size_t(vertex)] = -1;
    }
    return zones;
}

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
        zone.mass_inverse.push_back(mesh_.mass_inverse[std::size_t(zone.vertices[i])]);
        local_[std::size_t(zone.vertices[i])] = int(i);
    }
    for (const int r : gathered.rows) {
        const ImpactRow& from = rows_[std::size_t(r)];
        ImpactZone::Row row { .vertices = {},
            .weights = from.weights,
            .normal = from.normal,
            .scripted = Vector3d::Zero(),
            .compliance = 0,
            .push = from.push,
            .mu = from.mu,
            .multiplier = from.multiplier };
        for (int k = 0; k < 4; ++k) {
            const int vertex = from.vertices[std::size_t(k)];
            row.vertices[std::size_t(k)] = local_[std::size_t(vertex)];
            row.compliance
                += from.weights[k] * from.weights[k] * mesh_.mass_inverse[std::size_t(vertex)];
            if (!mesh_.is_free(vertex))
                row.scripted += from.weights[k] * (x_t1_->col(vertex) - x_t0_->col(vertex));
        }
        zone.rows.push_back(row);
    }
    for (const int vertex : zone.vertices)
        local_[std::size_t(vertex)] = -1;
    return zone;
}

bool ZoneLoop::solve_flexible(const Gathered& gathered, const CollisionReport& report)
{
    ImpactZone zone = make_zone(gathered);
    Matrix3Xd motion(3, Eigen::Index(zone.vertices.size()));
    double cause = options_.thickness;
    for (Eigen::Index i = 0; i < motion.cols(); ++i) {
        const int vertex = zone.vertices[std::size_t(i)];
        motion.col(i) = x_before_.col(vertex) - x_t0_->col(vertex);
        cause = std::max(cause, motion.col(i).norm());
    }
    double pushes = 0;
    for (const ImpactZone::Row& row : zone.rows) {
        cause = std::max(cause, row.scripted.norm());
        pushes += row.push;  // those of a stack add up
    }

    const double tolerance = kZoneTolerance * options_.separation;
    const bool may_pull = options_.zones == ZoneKind::projection || report.passes > kPushingPasses;
    ZoneMotion solved = may_pull ? project_zone(zone, motion, tolerance)
                                 : solve_zone_nonnegative(zone, motion, tolerance);
    apply_zone_friction(zone, motion, solved);
    ZoneState& state = forest_.state(gathered.root);
    // Only a projection tells a pinch from sweeps that were too few.
    const bool stuck = may_pull && solved.residual > kPinch * options_.separation;
    state.stuck_passes = stuck ? state.stuck_passes + 1 : 0;
    state.has_velocity
        = solved.position.colwise().norm().maxCoeff() <= kLargestStretch * (cause + pushes);
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

/// The paths up to shortly before the first impact are free. They are part of the paths that were
/// searched, so nothing new needs to be found.
void ZoneLoop::cut_step(CandidateSearch& search, CollisionReport& report)
{
    search.update(*x_t1_);
    std::fill(changed_.begin(), changed_.end(), 1);
    for (;;) {
        const std::vector<Impact> impacts
            = detect_impacts(search, *x_t1_, options_.separation, changed_, pool_);
        if (impacts.empty())
            return;
        double first = 1;
        for (const Impact& impact : impacts)
            first = std::min(first, impact.time);
        report.step_fraction *= 0.9 * first;
        if (report.step_fraction < kShortestStep) {
            report.step_fraction = 0;
            *x_t1_ = *x_t0_;
            return;
        }
        *x_t1_ = *x_t0_ + 0.9 * first * (*x_t1_ - *x_t0_);
    }
}

void ZoneLoop::summarise(CollisionReport& report)
{
    std::set<int> roots;
    for (const ImpactRow& row : rows_)
        for (const int vertex : row.vertices)
            if (mesh_.is_free(vertex))
                roots.insert(forest_.root(vertex));
    report.zones = int(roots.size());
    report.pinched.assign(pinched_.begin(), pinched_.end());
}

}  // namespace gambol
