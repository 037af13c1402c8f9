// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/fabric/fabric.hpp"
#include "gambol/cloth/let_go.hpp"
#include "gambol/cloth/zones/stiff_patch.hpp"
#include "gambol/cloth/zones/zone_kind.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/collision/collision_mesh.hpp"
#include "gambol/parallel/worker_pool.hpp"

#include <Eigen/Dense>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gambol::cloth {

/// A push that held two parts of the mesh apart over a step. What rests goes on resting: the next
/// step begins with it.
struct CarriedImpulse {
    std::array<int, 4> vertices;
    collision::PairKind kind = collision::PairKind::vertex_triangle;
    double impulse = 0;  // times dt, as the multipliers of zones [kg m]

    friend bool operator==(const CarriedImpulse&, const CarriedImpulse&) = default;
};

struct CollisionOptions {
    double thickness = 2e-3;  // repulsion acts below this distance [m]
    double separation = 1e-4;  // what is left between surfaces at least, if it was there [m]
    double repulsion_stiffness = 50;  // spring of a pair closer than the thickness [N/m]
    double friction = 0;  // mu of all pairs, unless pair_friction says otherwise
    Eigen::MatrixXd pair_friction;  // mu by object and object, symmetric; or empty
    ZoneKind zones = ZoneKind::projection;
    std::vector<LimitedEdge> edges;  // that zones must not tear
    std::vector<StiffPatch> patches;  // that answer to impulses as a whole
    bool repels_all = true;  // false: only these patches; all else was kept apart inside the solve
    std::shared_ptr<WorkerPool> pool = {};  // null: one thread; the result does not depend on it
};

struct CollisionReport {
    int candidates = 0;  // pairs whose paths come near
    int proximities = 0;  // of these, pairs closer than the thickness at the start
    int passes = 0;  // of detecting and solving zones
    int zones = 0;  // impact zones at the end
    int largest_zone_rows = 0, largest_zone_vertices = 0;
    bool last_resort = false;  // zones had to be made rigid, frozen or the step cut
    int frozen_vertices = 0;  // held back towards their start by the last resort
    double step_fraction = 1;  // below 1 the step, with the script, ended early: x_t1 is where
    int let_go = 0;  // vertices and bodies that now pass through one another (LetGoSet)
    std::vector<int> let_go_bodies;  // objects, each once
    std::vector<std::pair<int, int>> pinched;  // objects that press on cloth from opposed sides
    double broad_seconds = 0, narrow_seconds = 0, zone_seconds = 0;  // CPU of the calling thread
};

/// Keeps the surfaces of a scene apart over one time step, [Harmon 2008] algorithm 1: repulsion
/// with friction between parts that are close, then impact zones until no path hits any other.
/// Formulas in docs/cloth.md. Owns its workspaces; one object per scene, not to be shared by
/// threads.
class CollisionResponse {
public:
    CollisionResponse(collision::CollisionMesh mesh, CollisionOptions options);
    ~CollisionResponse();
    CollisionResponse(CollisionResponse&&) noexcept;
    CollisionResponse& operator=(CollisionResponse&&) noexcept;

    [[nodiscard]] const collision::CollisionMesh& mesh() const;

    /// Before the rest of a step: applies the impulses that held pairs apart in the last one to
    /// x_t1, as far as they still do, with friction. What rests goes on resting at the cost of a
    /// few sweeps; everything else is left to `resolve`, which adds the pairs it finds.
    void carry_over(const Eigen::Matrix3Xd& x_t0, double dt, std::vector<CarriedImpulse>& carried,
        Eigen::Matrix3Xd& x_t1);

    /// Pairs with a free vertex that are within `distance` at x_t0 and whose paths to x_t1, as far
    /// as boxes tell, come closer than the thickness; closest points at x_t0. For contact inside an
    /// implicit solve: x_t1 is then the state without contact. The search is kept: a `resolve` that
    /// follows with the same x_t0 only looks again at vertices that moved elsewhere.
    [[nodiscard]] std::vector<collision::Contact> predict_contacts(
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1, double distance);

    /// What is caught between bodies and not kept apart from them, until it is free again.
    [[nodiscard]] LetGoSet& let_go();

    /// x_t0 has no intersections but of what is let go. Moves x_t1 of free vertices, and changes v,
    /// the velocity at the end of the step, by what that means, such that the straight paths from
    /// x_t0 to x_t1 do not meet and end no closer than min(separation, half the distance at x_t0).
    /// Scripted vertices come with their x_t1, which changes only where step_fraction < 1: then
    /// x_t1 of all is x_t0 + step_fraction (x_t1 − x_t0), and the script must wait that long.
    /// Pairs that were hit are added to `carried`.
    [[nodiscard]] CollisionReport resolve(const Eigen::Matrix3Xd& x_t0, Eigen::Matrix3Xd& x_t1,
        Eigen::Matrix3Xd& v, double dt, std::vector<CarriedImpulse>& carried);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// One line for every pair of objects in `pinched`, by name.
[[nodiscard]] std::vector<std::string> pinch_warnings(
    const collision::CollisionMesh& mesh, const std::vector<std::pair<int, int>>& pinched);

}  // namespace gambol::cloth
