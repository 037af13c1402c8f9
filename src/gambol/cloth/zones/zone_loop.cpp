// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/zone_loop.hpp"

#include "gambol/parallel/thread_clock.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

// Zones that can be solved are done after a few passes, crowded ones after some tens.
constexpr int kFlexiblePasses = 40, kRigidPasses = 80;
// Edges that zones stretch are looked after this long; then only collisions count.
constexpr int kStrainPasses = 12;
// Impacts without any motion that avoids them: this often in a row, and the zone is a pinch.
constexpr int kStuckPasses = 5;
// A zone cannot act on a pair whose free vertices carry less of the closest points than this: the
// vertex would have to move a hundred times as far as the surfaces part.
constexpr double kLeastFreeWeight = 0.01;
// Surfaces closer than twice the separation regain this share of what is missing in each step.
// Without it they creep together, and the last resort is needed in every fifth step of a funnel.
constexpr double kRegain = 0.2;
// Of the separation, added and doubled each time the same pair is hit again within a step. Without
// it a stack whose gaps are below the tolerance of the solve is hit at the same places for ever.
constexpr double kRepeatedPush = 0.1;

}  // namespace

ZoneLoop::ZoneLoop(const collision::CollisionMesh& mesh, const CollisionOptions& options,
    WorkerPool& pool, LetGoSet& let_go)
    : mesh_(mesh)
    , options_(options)
    , pool_(pool)
    , let_go_(let_go)
    , strain_(options.edges)
{
    local_.assign(std::size_t(mesh.vertex_count()), -1);
    first_time_.assign(std::size_t(mesh.vertex_count()), 2);
    patch_of_.assign(std::size_t(mesh.vertex_count()), -1);
    for (std::size_t p = 0; p < options.patches.size(); ++p) {
        const std::vector<int>& vertices = options.patches[p].vertices;
        // A patch with pins in it answers vertex by vertex.
        if (std::all_of(vertices.begin(), vertices.end(), [&](int i) { return mesh.is_free(i); }))
            for (const int vertex : vertices)
                patch_of_[std::size_t(vertex)] = int(p);
    }
}

double ZoneLoop::friction(int vertex_a, int vertex_b) const
{
    return options_.pair_friction.size() == 0
        ? options_.friction
        : options_.pair_friction(
            mesh_.object[std::size_t(vertex_a)], mesh_.object[std::size_t(vertex_b)]);
}

void ZoneLoop::begin(const Matrix3Xd& x_t0, double dt)
{
    const bool same = dt == dt_ && x_response_.cols() == x_t0.cols() && x_response_ == x_t0;
    if (!options_.patches.empty() && !same) {
        x_response_ = x_t0;
        responses_.assign(options_.patches.size(), {});
    }
    dt_ = dt;
    x_t0_ = &x_t0;
    forget_rows();
}

void ZoneLoop::forget_rows()
{
    rows_.clear();
    touched_.clear();
    forest_.reset(mesh_.vertex_count());
    for (const StiffPatch& patch : options_.patches)
        for (const int vertex : patch.vertices)
            if (patch_of_[std::size_t(vertex)] >= 0)
                forest_.unite(patch.vertices[0], vertex);
}

void ZoneLoop::run(collision::CandidateSearch& search, Matrix3Xd& x_t1, Matrix3Xd& x_velocity,
    CollisionReport& report)
{
    x_t1_ = &x_t1;
    x_velocity_ = &x_velocity;
    x_before_ = x_t1;
    forget_rows();
    pinched_.clear();
    hits_of_pair_.clear();
    changed_.assign(std::size_t(mesh_.vertex_count()), 1);
    for (;;) {
        const double began = thread_cpu_seconds();
        search.update(x_t1);
        const double searched = thread_cpu_seconds();
        std::vector<collision::Impact> impacts
            = collision::detect_impacts(search, x_t1, options_.separation, changed_, pool_);
        std::erase_if(
            impacts, [&](const collision::Impact& i) { return let_go_.ignores(i.vertices); });
        const double detected = thread_cpu_seconds();
        report.broad_seconds += searched - began;
        report.narrow_seconds += detected - searched;
        const bool flexible = options_.zones != ZoneKind::rigid && report.passes <= kFlexiblePasses;
        if (flexible && report.passes > 0 && report.passes < kStrainPasses)
            add_rows(strain_.find(*x_t0_, x_before_, x_t1, changed_));
        if (impacts.empty() && touched_.empty())
            break;
        ++report.passes;
        std::fill(changed_.begin(), changed_.end(), 0);
        keep_earliest(impacts);
        add_rows(rows_of(impacts));
        harden_changed_zones(report.passes);
        mark_changed_zones();
        std::set<int> unsolved;
        const std::vector<Gathered> zones = gather_changed_zones();
        for (const Gathered& zone : zones)
            if (!solve(zone, report))
                unsolved.insert(zone.root);
        report.zone_seconds += thread_cpu_seconds() - detected;
        // Those that can be solved go first: what they still hit must not cut the step.
        if (!unsolved.empty() && unsolved.size() == zones.size()
            && !go_on_without(unsolved, search, report))
            break;
    }
    summarise(report);
}

/// Later impacts of a vertex may not happen once the first one is avoided. An impact stays if it is
/// the first of any of its free vertices.
void ZoneLoop::keep_earliest(std::vector<collision::Impact>& impacts)
{
    const auto each_vertex = [&](const collision::Impact& impact, const auto& act) {
        for (int k = 0; k < 4; ++k) {
            const int vertex = impact.vertices[std::size_t(k)];
            if (mesh_.is_free(vertex) && impact.at_hit.weights[k] != 0)
                act(first_time_[std::size_t(vertex)]);
        }
    };
    for (const collision::Impact& impact : impacts)
        each_vertex(impact, [&](double& first) { first = std::min(first, impact.time); });
    std::vector<collision::Impact> kept;
    for (const collision::Impact& impact : impacts) {
        bool is_first = false, has_free = false;
        each_vertex(impact, [&](double first) {
            has_free = true;
            is_first = is_first || impact.time <= first;
        });
        if (is_first || !has_free)
            kept.push_back(impact);
    }
    for (const collision::Impact& impact : impacts)
        each_vertex(impact, [](double& first) { first = 2; });
    impacts.swap(kept);
}

std::vector<ImpactRow> ZoneLoop::rows_of(const std::vector<collision::Impact>& impacts)
{
    std::vector<ImpactRow> rows;
    for (const collision::Impact& impact : impacts) {
        ImpactRow row { .vertices = impact.vertices,
            .weights = impact.at_hit.weights,
            .normal = impact.at_hit.normal,
            .pair = impact.kind };
        const int earlier = hits_of_pair_[impact.vertices]++;
        row.push = kRegain * std::max(0.0, 2 * options_.separation - impact.distance_t0)
            + std::min((std::pow(2, earlier) - 1) * kRepeatedPush * options_.separation,
                options_.separation);
        row.mu = friction(impact.vertices[0], impact.vertices[3]);
        rows.push_back(row);
    }
    return rows;
}

void ZoneLoop::add_rows(const std::vector<ImpactRow>& rows)
{
    for (const ImpactRow& row : rows) {
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
        touched_.push_back(first);
    }
}

void ZoneLoop::mark_changed_zones()
{
    changed_root_.assign(std::size_t(mesh_.vertex_count()), 0);
    for (const int vertex : touched_)
        changed_root_[std::size_t(forest_.root(vertex))] = 1;
    touched_.clear();
}

void ZoneLoop::harden_changed_zones(int pass)
{
    for (const int vertex : touched_) {
        ZoneState& state = forest_.state(forest_.root(vertex));
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
        const auto include = [&](int vertex) {
            if (local_[std::size_t(vertex)] >= 0)
                return;
            local_[std::size_t(vertex)] = int(zone.vertices.size());
            zone.vertices.push_back(vertex);
        };
        for (const int r : zone.rows)
            for (const int vertex : rows_[std::size_t(r)].vertices) {
                if (!mesh_.is_free(vertex))
                    continue;
                if (const int patch = patch_of_[std::size_t(vertex)]; patch < 0)
                    include(vertex);
                else
                    for (const int mate : options_.patches[std::size_t(patch)].vertices)
                        include(mate);
            }
        for (const int vertex : zone.vertices)
            local_[std::size_t(vertex)] = -1;
    }
    return zones;
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

}  // namespace gambol::cloth
