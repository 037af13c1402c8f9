// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/step/block_cholesky.hpp"
#include "gambol/cloth/fabric/fabric.hpp"
#include "gambol/cloth/step/contact_compliance.hpp"
#include "gambol/cloth/step/lbfgs.hpp"
#include "gambol/parallel/worker_pool.hpp"

#include <Eigen/Dense>

#include <memory>
#include <vector>

namespace gambol::cloth {

struct ImplicitStepOptions {
    double dt = 1.0 / 480;  // s
    int max_iterations = 20;
    int usual_iterations = 0;  // more only while a vertex moves by more than `unsettled` [m]
    double unsettled = 0;
    /// Stop when no vertex would move by more than this [m]. Far less than the 43 µm of gravity in
    /// a step of 1/480 s: the matrix below is much too stiff across the sheet, so that a short way
    /// does not mean that little is left. At 1e-6 a squeezed plastic tube stays out of round.
    double tolerance = 1e-7;
    std::shared_ptr<WorkerPool> pool = {};  // null: one thread; the result does not depend on it
};

struct ImplicitReport {
    int iterations = 0;
    double last_move = 0;  // m, of the last iteration
};

/// The matrix A of ImplicitStep, one row and column for each vertex that is solved for; `unknown`
/// says which, −1 for those that are given.
[[nodiscard]] Eigen::SparseMatrix<double> implicit_matrix(
    const Fabric& fabric, const std::vector<int>& unknown, double dt);

/// A step of implicit Euler, as a minimisation over the positions x at its end:
///
///     E(x) = ½ ‖x − y‖²_M / dt² + Σ W(x),     y = x₀ + dt v + dt² g
///
/// with membrane and hinge energies W that contain their damping (membrane.hpp). Quasi-Newton with
/// L-BFGS on top of the constant matrix
///
///     A = M / dt² + Σ bounds of the elements          (vertices × vertices, the same for x, y, z)
///
/// that is factorised once, [Liu 2017]. Vertices with mass_inverse 0 are given, not solved
/// for.
class ImplicitStep {
public:
    ImplicitStep(
        const Fabric& fabric, std::vector<double> mass_inverse, const ImplicitStepOptions& options);

    /// x_t1 comes with the places of the given vertices and leaves as the minimiser.
    ImplicitReport solve(
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& y, Eigen::Matrix3Xd& x_t1);

    /// Goes on from x, where the last `solve` with this y ended, to where E is least among the
    /// places with J x ≥ `least`, a row of J for each pair of `rows`:
    ///
    ///     ∇E(x) = Jᵀ λ,   λ ≥ 0,   λ (J x − least) = 0
    ///
    /// Quasi-Newton again, each step a quadratic problem with the same rows: d = H (Jᵀ λ − ∇E), H
    /// being A⁻¹ with what L-BFGS has learnt about the sheet as it lies now, taken as far as it
    /// lowers E plus a price for what is missed. `pushes` leaves as λ [N].
    ImplicitReport solve_apart(const std::vector<ForceRow>& rows, const Eigen::VectorXd& least,
        const Eigen::Matrix3Xd& y, Eigen::Matrix3Xd& x, Eigen::VectorXd& pushes);

    /// A⁻¹ applied to forces on the vertices [N]: how far the cloth gives way [m]. Given vertices
    /// feel and do nothing.
    [[nodiscard]] Eigen::Matrix3Xd respond(const Eigen::Matrix3Xd& force) const;

    /// E(x) of the step that was solved last, and its gradient.
    double energy(const Eigen::Matrix3Xd& x, const Eigen::Matrix3Xd& y, Eigen::Matrix3Xd& g);

    [[nodiscard]] const std::vector<double>& mass_inverse() const { return mass_inverse_; }
    [[nodiscard]] double dt() const { return options_.dt; }

private:
    void factorise();
    void list_parts();
    void set_targets(const Eigen::Matrix3Xd& x_t0);
    [[nodiscard]] Eigen::Matrix3Xd give_way(const Eigen::Matrix3Xd& force);  // H force

    const Fabric& fabric_;
    std::vector<double> mass_inverse_;
    ImplicitStepOptions options_;
    std::vector<int> unknown_;  // row in A of every vertex, −1 for given ones
    BlockCholesky cholesky_;  // of A
    std::shared_ptr<WorkerPool> pool_;
    Lbfgs lbfgs_;
    std::vector<MembraneTarget> membrane_targets_;
    std::vector<double> hinge_targets_;
    // Gradients of all elements by their vertices: three columns a triangle, then four a hinge; and
    // which of them belong to a vertex. Summed in that order, whoever computed them.
    Eigen::Matrix3Xd parts_;
    std::vector<int> first_part_, part_of_vertex_;
    std::vector<double> energies_;  // by task
};

}  // namespace gambol::cloth
