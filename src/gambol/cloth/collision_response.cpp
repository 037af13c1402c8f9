// SPDX-License-Identifier: MIT
#include "gambol/cloth/collision_response.hpp"

#include "gambol/cloth/fabric/fabric.hpp"
#include "gambol/cloth/step/repulsion.hpp"
#include "gambol/parallel/thread_clock.hpp"
#include "gambol/cloth/zones/zone_loop.hpp"
#include "gambol/collision/candidate_search.hpp"
#include "gambol/parallel/collect.hpp"

#include <algorithm>
#include <cassert>

namespace gambol::cloth {

using Eigen::Matrix3Xd;

namespace {

// Wider than the thickness by this: vertices that a response moves by less are not searched again.
constexpr double kReachOverThickness = 1.5;
constexpr int kStrainSweeps = 4;
constexpr std::size_t kCandidatesPerTask = 1024;
constexpr double kClearance = 0.1;  // separations from a body: so far out cloth is free again

collision::Contact contact_of(const collision::Candidate& candidate, const Matrix3Xd& x)
{
    const auto& v = candidate.vertices;
    const collision::ClosestPoints closest = collision::closest_points(
        candidate.kind, { x.col(v[0]), x.col(v[1]), x.col(v[2]), x.col(v[3]) });
    return { v, candidate.kind, closest.weights, closest.normal, closest.distance };
}

}  // namespace

struct CollisionResponse::State {
    collision::CollisionMesh mesh;
    CollisionOptions options;
    std::shared_ptr<WorkerPool> pool;
    collision::CandidateSearch search;
    LetGoSet let_go;
    ZoneLoop zones;
    std::vector<char> repelled;  // by vertex

    State(collision::CollisionMesh mesh_in, CollisionOptions options_in)
        : mesh(std::move(mesh_in))
        , options(std::move(options_in))
        , pool(options.pool ? options.pool : std::make_shared<WorkerPool>(1))
        , search(mesh, *pool)
        , let_go(mesh, kClearance * options.separation)
        , zones(mesh, options, *pool, let_go)
        , repelled(std::size_t(mesh.vertex_count()), options.repels_all)
    {
        for (const StiffPatch& patch : options.patches)
            for (const int vertex : patch.vertices)
                repelled[std::size_t(vertex)] = 1;
    }

    void find_candidates(const Matrix3Xd& x_t0, const Matrix3Xd& x_t1)
    {
        const double reach
            = std::max(kReachOverThickness * options.thickness, 4 * options.separation);
        if (search.x_t0().cols() == x_t0.cols() && search.x_t0() == x_t0)
            search.update(x_t1);
        else
            search.search(x_t0, x_t1, reach, 0.49 * (reach - options.separation));
    }

    [[nodiscard]] double friction(const collision::Contact& contact) const
    {
        if (options.pair_friction.size() == 0)
            return options.friction;
        return options.pair_friction(mesh.object[std::size_t(contact.vertices[0])],
            mesh.object[std::size_t(contact.vertices[3])]);
    }

    /// While something is let go all are: it helps what is caught to come out.
    [[nodiscard]] bool repels(const std::array<int, 4>& vertices) const
    {
        return !let_go.empty() || std::any_of(vertices.begin(), vertices.end(), [&](int vertex) {
            return repelled[std::size_t(vertex)];
        });
    }

    [[nodiscard]] std::vector<ProximityContact> proximities() const
    {
        const std::vector<collision::Candidate>& candidates = search.candidates();
        return collect<ProximityContact>(*pool, candidates.size(), kCandidatesPerTask,
            [&](std::size_t i, std::vector<ProximityContact>& close) {
                const auto& v = candidates[i].vertices;
                if (candidates[i].gap >= options.thickness || !repels(v) || let_go.ignores(v))
                    return;
                const collision::Contact contact = contact_of(candidates[i], search.x_t0());
                if (contact.distance < options.thickness)
                    close.push_back({ contact, friction(contact) });
            });
    }
};

CollisionResponse::CollisionResponse(collision::CollisionMesh mesh, CollisionOptions options)
    : state_(std::make_unique<State>(std::move(mesh), std::move(options)))
{
}
CollisionResponse::~CollisionResponse() = default;
CollisionResponse::CollisionResponse(CollisionResponse&&) noexcept = default;
CollisionResponse& CollisionResponse::operator=(CollisionResponse&&) noexcept = default;

const collision::CollisionMesh& CollisionResponse::mesh() const
{
    return state_->mesh;
}

void CollisionResponse::carry_over(
    const Matrix3Xd& x_t0, double dt, std::vector<CarriedImpulse>& carried, Matrix3Xd& x_t1)
{
    if (carried.empty() || state_->options.zones == ZoneKind::rigid)
        return;
    state_->zones.begin(x_t0, dt);
    state_->zones.carry_over(carried, x_t1);
}

LetGoSet& CollisionResponse::let_go()
{
    return state_->let_go;
}

std::vector<collision::Contact> CollisionResponse::predict_contacts(
    const Matrix3Xd& x_t0, const Matrix3Xd& x_t1, double distance)
{
    state_->find_candidates(x_t0, x_t1);
    const std::vector<collision::Candidate>& candidates = state_->search.candidates();
    return collect<collision::Contact>(*state_->pool, candidates.size(), kCandidatesPerTask,
        [&](std::size_t i, std::vector<collision::Contact>& contacts) {
            if (candidates[i].gap > distance || state_->let_go.ignores(candidates[i].vertices))
                return;
            const collision::Contact contact = contact_of(candidates[i], x_t0);
            if (contact.distance <= distance)
                contacts.push_back(contact);
        });
}

CollisionReport CollisionResponse::resolve(const Matrix3Xd& x_t0, Matrix3Xd& x_t1, Matrix3Xd& v,
    double dt, std::vector<CarriedImpulse>& carried)
{
    State& s = *state_;
    assert(x_t0.cols() == s.mesh.vertex_count() && x_t1.cols() == x_t0.cols());
    assert(v.cols() == x_t0.cols() && dt > 0);
    CollisionReport report;
    const double began = thread_cpu_seconds();
    s.find_candidates(x_t0, x_t1);
    report.broad_seconds = thread_cpu_seconds() - began;
    report.candidates = int(s.search.candidates().size());

    const double found = thread_cpu_seconds();
    const Matrix3Xd x_wanted = x_t1;
    const std::vector<ProximityContact> close = s.proximities();
    report.proximities = int(close.size());
    const Matrix3Xd regained = repel(close, s.mesh.mass_inverse, x_t0, x_t1,
        { .thickness = s.options.thickness, .stiffness = s.options.repulsion_stiffness, .dt = dt });
    // Pushes on single vertices stretch the edges between them.
    limit_strain(s.options.edges, s.mesh.mass_inverse, kStrainSweeps, x_t1);
    Matrix3Xd x_velocity = x_t1;
    // The springs of a pile of small stiff pieces add up; as speeds they let its top hop for ever.
    for (const StiffPatch& patch : s.options.patches)
        for (const int vertex : patch.vertices)
            x_velocity.col(vertex) -= regained.col(vertex);
    report.narrow_seconds = thread_cpu_seconds() - found;

    s.zones.begin(x_t0, dt);
    s.zones.run(s.search, x_t1, x_velocity, report);
    s.zones.note_carried(report, carried);
    for (int i = 0; i < s.mesh.vertex_count(); ++i)
        if (s.mesh.is_free(i))
            v.col(i) += (x_velocity.col(i) - x_wanted.col(i)) / dt;
    s.let_go.release(x_t1);
    report.let_go = int(s.let_go.pairs().size());
    report.let_go_bodies = s.let_go.bodies();
    return report;
}

std::vector<std::string> pinch_warnings(
    const collision::CollisionMesh& mesh, const std::vector<std::pair<int, int>>& pinched)
{
    std::vector<std::string> lines;
    for (const auto& [a, b] : pinched) {
        const std::string& first = mesh.object_names[std::size_t(a)];
        const std::string& second = mesh.object_names[std::size_t(b)];
        lines.push_back(a == b ? "cloth is pinched by " + first
                               : "cloth is pinched between " + first + " and " + second);
    }
    return lines;
}

}  // namespace gambol::cloth
