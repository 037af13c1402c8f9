// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/implicit_step.hpp"
#include "gambol/cloth/fabric/fabric.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/collision/collision_mesh.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// Contact of cloth with cloth inside the implicit solve, where folds are pulled so tight that
/// edges are longer than they may be: there impulses after the solve and the stiff cloth work
/// against one another, step after step, until triangles tear. With the matrix A of the step and a
/// row (wᵢ n) of J for every pair that comes too close by e,
///
///     x ← x + A⁻¹ Jᵀ λ,   J A⁻¹ Jᵀ λ = e,   λ ≥ 0
///
/// Then friction, |t| ≤ μ λ against sliding, likewise by A⁻¹. Both sides of a pair get the same
/// force, so momentum is kept.
class FoldContact {
public:
    /// `friction`: μ by object and object. `gap` [m] is kept between layers, or what there was if
    /// it was less.
    FoldContact(Eigen::MatrixXd friction, std::vector<LimitedEdge> edges, double gap);

    /// Whether any edge is longer at x_t0 than it may be: otherwise there is nothing to do.
    [[nodiscard]] bool is_needed(const Eigen::Matrix3Xd& x_t0) const;

    /// Positions of all vertices of the mesh; those of the cloth come first and are changed.
    /// Returns how many pairs push.
    int resolve(const ImplicitStep& step, const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, const Eigen::Matrix3Xd& x_t0,
        Eigen::Matrix3Xd& x_t1) const;

private:
    struct Row;
    [[nodiscard]] std::vector<Row> find_rows(const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, int cloth_vertices,
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1) const;

    Eigen::MatrixXd friction_;
    std::vector<LimitedEdge> edges_;
    double gap_;
};

}  // namespace gambol::cloth
