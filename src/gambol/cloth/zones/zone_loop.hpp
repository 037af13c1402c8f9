// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/collision_response.hpp"
#include "gambol/cloth/zones/impact_zone.hpp"
#include "gambol/cloth/let_go.hpp"
#include "gambol/cloth/zones/strain_rows.hpp"
#include "gambol/cloth/zones/zone_forest.hpp"
#include "gambol/collision/impact_detection.hpp"

#include <map>
#include <set>

namespace gambol::cloth {

/// The loop of [Harmon 2008] algorithm 1 from line 3 on: collect impacts into zones, solve each
/// from the state before any response, look again, until nothing is hit. What does not end becomes
/// rigid, then is held back towards its start, then the whole step is cut.
class ZoneLoop {
public:
    /// Keeps references.
    ZoneLoop(const collision::CollisionMesh& mesh, const CollisionOptions& options,
        WorkerPool& pool, LetGoSet& let_go);

    /// Before anything else in a step. Keeps the reference.
    void begin(const Eigen::Matrix3Xd& x_t0, double dt);

    /// As CollisionResponse::carry_over.
    void carry_over(std::vector<CarriedImpulse>& carried, Eigen::Matrix3Xd& x_t1);

    /// x_t1 as for CollisionResponse::resolve, after repulsion. `x_velocity` is x_t0 + dt v,
    /// without what regained distance and without the last resort. Fills the fields of the report
    /// on zones.
    void run(collision::CandidateSearch& search, Eigen::Matrix3Xd& x_t1,
        Eigen::Matrix3Xd& x_velocity, CollisionReport& report);

    /// Adds the pairs that were hit.
    void note_carried(const CollisionReport& report, std::vector<CarriedImpulse>& carried) const;

private:
    struct Gathered {
        int root = 0;
        std::vector<int> rows;
        std::vector<int> vertices;  // free ones
    };

    void keep_earliest(std::vector<collision::Impact>& impacts);
    [[nodiscard]] std::vector<ImpactRow> rows_of(const std::vector<collision::Impact>& impacts);
    [[nodiscard]] std::vector<ImpactRow> rows_of(const std::vector<CarriedImpulse>& carried) const;
    void add_rows(const std::vector<ImpactRow>& rows);
    void forget_rows();
    void mark_changed_zones();
    void harden_changed_zones(int pass);
    [[nodiscard]] std::vector<Gathered> gather_changed_zones();
    [[nodiscard]] bool solve(const Gathered&, CollisionReport&);
    [[nodiscard]] bool solve_flexible(const Gathered&, const CollisionReport&);
    [[nodiscard]] bool solve_rigid(const Gathered&);
    [[nodiscard]] bool freeze(const Gathered&, CollisionReport&);
    [[nodiscard]] ImpactZone make_zone(const Gathered&);
    [[nodiscard]] Eigen::Matrix3Xd motion_of(
        const ImpactZone& zone, const Eigen::Matrix3Xd& x_t1) const;
    void note_pinch(const Gathered&);
    [[nodiscard]] bool go_on_without(
        const std::set<int>& unsolved, collision::CandidateSearch&, CollisionReport&);
    [[nodiscard]] std::vector<collision::Impact> impacts_left(const collision::CandidateSearch&);
    void cut_step(std::vector<collision::Impact> impacts, const collision::CandidateSearch&,
        CollisionReport&);
    void summarise(CollisionReport&);
    [[nodiscard]] double friction(int vertex_a, int vertex_b) const;

    const collision::CollisionMesh& mesh_;
    const CollisionOptions& options_;
    WorkerPool& pool_;
    LetGoSet& let_go_;
    const Eigen::Matrix3Xd* x_t0_ = nullptr;
    Eigen::Matrix3Xd* x_t1_ = nullptr;
    Eigen::Matrix3Xd* x_velocity_ = nullptr;
    Eigen::Matrix3Xd x_before_;  // x_t1 before any zone acted
    StrainRows strain_;
    ZoneForest forest_;
    std::vector<ImpactRow> rows_;
    std::vector<int> touched_;  // a free vertex of each row that is new in this pass
    std::vector<char> changed_;  // vertices that moved since the last detection
    std::vector<char> changed_root_;
    double dt_ = 0;
    std::vector<int> patch_of_;  // of every vertex, or −1: it answers alone
    Eigen::Matrix3Xd x_response_;  // for which the next line is
    std::vector<Eigen::MatrixXd> responses_;  // of the patches in this step; empty: not needed yet
    std::vector<int> local_;  // place of a vertex in the zone at hand
    std::vector<double> first_time_;  // earliest impact of a vertex in this pass
    std::map<std::array<int, 4>, int> hits_of_pair_;  // in this step
    std::set<std::pair<int, int>> pinched_;
};

}  // namespace gambol::cloth
