// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/contact_compliance.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/collision/collision_mesh.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// Contact with bodies inside the implicit solve. Impulses after it would act on single light
/// vertices, which the stiff cloth around them pulls back in the next step, and triangles
/// stretch without limit. Here the whole cloth gives way: with its response R
/// (ImplicitStep::respond_at) and a row (wᵢ n) of J for each pair that comes too close by e,
///
///     x ← x + R Jᵀ λ,   J R Jᵀ λ = e,   λ ≥ 0
///
/// Then friction, |t| ≤ μ λ against the motion relative to the body, by A⁻¹.
///
/// Pairs are kept whole: where cloth bends over an edge between two vertices, one of them may go
/// forward if the other swings out. Vertices held one by one lock there, the cloth is stretched,
/// and thrown when it comes free.
class BodyContact {
public:
    /// `friction`: μ by object and object. `gap` [m] is kept between cloth and bodies, or what
    /// there was if it was less.
    BodyContact(Eigen::MatrixXd friction, double gap);

    /// Positions of all vertices of the mesh; those of the cloth come first and are changed.
    void resolve(const ImplicitStep& step, const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, const Eigen::Matrix3Xd& x_t0,
        Eigen::Matrix3Xd& x_t1) const;

private:
    struct Rows;
    [[nodiscard]] Rows find_rows(const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, int cloth_vertices,
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1) const;

    Eigen::MatrixXd friction_;
    double gap_;
};

}  // namespace gambol::cloth
