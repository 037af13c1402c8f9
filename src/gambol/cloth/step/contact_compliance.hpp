// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/implicit_step.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::cloth {

constexpr double kLeastPush = 1e-6;  // m; what has to move by less waits for the next step

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
    /// Keeps the reference. With `normals` of the sheet, one for each vertex of the cloth, it gives
    /// way as there (ImplicitStep::respond_at), without them by A⁻¹.
    ContactCompliance(
        const ImplicitStep& step, std::vector<ForceRow> rows, Eigen::Matrix3Xd normals = {});

    /// A⁻¹ Jᵀ f, of all vertices of the cloth.
    [[nodiscard]] Eigen::Matrix3Xd respond(const Eigen::VectorXd& f) const;
    /// J x
    [[nodiscard]] Eigen::VectorXd along(const Eigen::Matrix3Xd& x) const;

    /// Pushes f ≥ 0 such that no row misses any of e, as far as rounds go, and moved = respond(f).
    /// Rows are active where they miss something; those that would pull leave, those that others
    /// bring too close join.
    [[nodiscard]] Eigen::VectorXd find_pushes(
        const Eigen::VectorXd& e, Eigen::Matrix3Xd& moved) const;

private:
    /// Conjugate gradients for along(respond(f)) = e in the active set, where `active` is 1, until
    /// the squared residual is below `enough`; starts from f and moved = respond(f), and leaves f
    /// as it is elsewhere.
    void solve(const Eigen::VectorXd& e, const Eigen::VectorXd& active, int iterations,
        double enough, Eigen::VectorXd& f, Eigen::Matrix3Xd& moved) const;

    /// Forces that pull become 0 and inactive; what is left is scaled to fit e best in the active
    /// rows, never stronger. False if there were none.
    [[nodiscard]] bool drop_pulls(const Eigen::VectorXd& e, Eigen::VectorXd& active,
        Eigen::VectorXd& f, Eigen::Matrix3Xd& moved) const;

    const ImplicitStep& step_;
    std::vector<ForceRow> rows_;
    Eigen::Matrix3Xd normals_;
};

/// Friction at a contact within an implicit step: a force t across the normal against sliding,
/// |t| ≤ limit.
struct FrictionRow {
    ForceRow contact;
    Eigen::Vector3d carried = Eigen::Vector3d::Zero();  // m: how what it slides on moves
    double mass = 0;  // kg that a force there moves
    double limit = 0;  // N: μ times the push
};

/// Rows that act on one vertex share its mass.
void share_masses(std::vector<FrictionRow>& rows, int cloth_vertices);

/// Adds A⁻¹ Σ t to the vertices of the cloth, which come first in x_t1. A few rounds, each against
/// what the last has left of sliding.
void apply_friction(const ImplicitStep& step, const std::vector<FrictionRow>& rows,
    const Eigen::Matrix3Xd& x_t0, Eigen::Matrix3Xd& x_t1);

}  // namespace gambol::cloth
