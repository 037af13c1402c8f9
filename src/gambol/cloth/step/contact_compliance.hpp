// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/implicit_step.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::cloth {

/// A force along a normal, shared out to vertices of the cloth by weights.
struct ForceRow {
    std::array<int, 4> vertices {};
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// How the cloth gives way to contact forces f within an implicit step: J A⁻¹ Jᵀ f, a row of J for
/// each force.
class ContactCompliance {
public:
    /// Keeps the reference.
    ContactCompliance(const ImplicitStep& step, std::vector<ForceRow> rows);

    /// A⁻¹ Jᵀ f, of all vertices of the cloth.
    [[nodiscard]] Eigen::Matrix3Xd respond(const Eigen::VectorXd& f) const;
    /// J x
    [[nodiscard]] Eigen::VectorXd along(const Eigen::Matrix3Xd& x) const;

    /// Conjugate gradients for along(respond(f)) = e in the active set, where `active` is 1, until
    /// the squared residual is below `enough`; starts from f and moved = respond(f), and leaves f
    /// as it is elsewhere.
    void solve(const Eigen::VectorXd& e, const Eigen::VectorXd& active, int iterations,
        double enough, Eigen::VectorXd& f, Eigen::Matrix3Xd& moved) const;

    /// Forces that pull become 0 and inactive; what is left is scaled to fit e best, never
    /// stronger: in the active rows, or in all of them. False if there were none.
    [[nodiscard]] bool drop_pulls(const Eigen::VectorXd& e, bool fit_all, Eigen::VectorXd& active,
        Eigen::VectorXd& f, Eigen::Matrix3Xd& moved) const;

private:
    const ImplicitStep& step_;
    std::vector<ForceRow> rows_;
};

/// Friction at a contact within an implicit step: a force t across the normal against sliding,
/// |t| ≤ limit.
struct FrictionRow {
    ForceRow contact;
    Eigen::Vector3d carried = Eigen::Vector3d::Zero();  // m: how what it slides on moves
    double mass = 0;  // kg that a force there moves
    double limit = 0;  // N: μ times the push
};

/// Adds A⁻¹ Σ t to the vertices of the cloth, which come first in x_t1. A few rounds, each against
/// what the last has left of sliding.
void apply_friction(const ImplicitStep& step, const std::vector<FrictionRow>& rows,
    const Eigen::Matrix3Xd& x_t0, Eigen::Matrix3Xd& x_t1);

}  // namespace gambol::cloth
