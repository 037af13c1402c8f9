// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/contact_compliance.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/collision/collision_mesh.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

struct BodyContactOptions {
    double gap = 1e-3;  // m kept between cloth and bodies, or what there was if it was less
    int iterations = 10;  // of conjugate gradients at most; two or three are usual
};

/// Contact with bodies inside the implicit solve. Impulses after it would act on single light
/// vertices, which the stiff cloth around them pulls back in the next step, and triangles
/// stretch without limit. Here the whole cloth gives way: with the matrix A of the step,
///
///     x ← x + A⁻¹ Σ fᵢ nᵢ,   nᵢᵀ (A⁻¹ Σ f n)ᵢ = eᵢ,   fᵢ ≥ 0
///
/// where vertex i has to get out by eᵢ along nᵢ, both from the contacts predicted for the step.
/// Then friction, |tᵢ| ≤ μ fᵢ against the motion relative to the body, likewise by A⁻¹.
class BodyContact {
public:
    /// `friction`: μ by object and object.
    BodyContact(Eigen::MatrixXd friction, const BodyContactOptions& options);

    /// Positions of all vertices of the mesh; those of the cloth come first and are changed. `step`
    /// has just been solved, with this y.
    void resolve(ImplicitStep& step, const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, const Eigen::Matrix3Xd& y,
        const Eigen::Matrix3Xd& x_t0, Eigen::Matrix3Xd& x_t1);

    /// Forces of the last step [N], where the next one starts to look for its own.
    Eigen::VectorXd last_force;

private:
    struct Touch;  // a vertex that has to get out
    [[nodiscard]] static ForceRow force_row(const Touch& touch);
    [[nodiscard]] std::vector<Touch> find_touches(const collision::CollisionMesh& mesh,
        const std::vector<collision::Contact>& contacts, const Eigen::Matrix3Xd& x_t0,
        const Eigen::Matrix3Xd& x_t1, int cloth_vertices) const;
    [[nodiscard]] Eigen::VectorXd solve_normal(
        const ImplicitStep& step, const std::vector<Touch>& touches, Eigen::Matrix3Xd& moved) const;
    void soften(ImplicitStep& step, const std::vector<Touch>& touches, const Eigen::Matrix3Xd& y,
        const Eigen::Matrix3Xd& x, Eigen::Matrix3Xd& moved, Eigen::VectorXd& force) const;

    Eigen::MatrixXd friction_;
    BodyContactOptions options_;
};

}  // namespace gambol::cloth
