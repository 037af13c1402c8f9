// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/implicit_step.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/collision/collision_mesh.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// Contact inside the implicit solve, of cloth with bodies and with itself. Impulses after it would
/// act on single light vertices, which the stiff cloth around them pulls back in the next step:
/// triangles stretch, and that energy comes from nowhere. Here pairs that come too close are
/// conditions on where the energy of the step is least (ImplicitStep::solve_apart), then friction
/// acts, |t| ≤ μ λ against the motion relative to the other side, by A⁻¹.
///
/// Pairs are kept whole: where cloth bends over an edge between two vertices, one of them may go
/// forward if the other swings out. Vertices held one by one lock there.
class InnerContact {
public:
    /// `friction`: μ by object and object. `gap` [m] is kept, or what there was if it was less and
    /// a share of what was missing.
    InnerContact(Eigen::MatrixXd friction, double gap);

    /// Positions of all vertices of the mesh; those of the cloth come first and are changed. x_t1
    /// is what `step` has solved with y. Returns the iterations of the solve, 0 if none was needed.
    int resolve(ImplicitStep& step, const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, const Eigen::Matrix3Xd& y,
        const Eigen::Matrix3Xd& x_t0, Eigen::Matrix3Xd& x_t1) const;

private:
    struct Rows;
    [[nodiscard]] Rows find_rows(const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, int cloth_vertices,
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1) const;

    Eigen::MatrixXd friction_;
    double gap_;
};

}  // namespace gambol::cloth
