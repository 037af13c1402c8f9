// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <array>
#include <functional>
#include <vector>

namespace gambol::cloth {

constexpr double kLeastPush = 1e-6;  // m; what has to move by less waits for the next step

/// A force along a normal, shared out to vertices of the cloth by weights.
struct ForceRow {
    std::array<int, 4> vertices {};
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// How the cloth gives way to contact forces f within an implicit step: J H Jᵀ f, a row of J for
/// each force, with H the inverse of a stiffness.
class ContactCompliance {
public:
    /// H applied to forces on all vertices of the cloth [N]: how far they give way [m].
    using Response = std::function<Eigen::Matrix3Xd(const Eigen::Matrix3Xd& force)>;

    ContactCompliance(int vertices, std::vector<ForceRow> rows, Response response);

    /// H Jᵀ f, of all vertices of the cloth.
    [[nodiscard]] Eigen::Matrix3Xd respond(const Eigen::VectorXd& f) const;
    /// J x
    [[nodiscard]] Eigen::VectorXd along(const Eigen::Matrix3Xd& x) const;

    /// Improves f, which may be empty, to pushes f ≥ 0 such that no row misses any of e, as far as
    /// rounds go, and sets moved = respond(f). Rows are active where they miss something; those
    /// that would pull leave, those that others bring too close join.
    void find_pushes(const Eigen::VectorXd& e, Eigen::VectorXd& f, Eigen::Matrix3Xd& moved) const;

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

    int vertices_;
    std::vector<ForceRow> rows_;
    Response response_;
};

}  // namespace gambol::cloth
