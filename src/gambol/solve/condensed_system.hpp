// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/bordered_band.hpp"
#include "gambol/problem/band_jacobian.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol {

/// The linear system of a Newton step on a barrier problem, slacks eliminated:
///
///     [ W + Σ + shift·1   Jᵀ ] [dx]   [r_x]
///     [ J                 −D ] [dy] = [r_y]
///
/// D ≥ 0 is diagonal: 1/Σ_s for an inequality, 0 for an equality, infinite for a row without
/// bounds. Adding ε to D makes one positive definite matrix of the lot, banded like W,
///
///     W + Σ + shift·1 + Jᵀ (D + ε)⁻¹ J
///
/// whatever the rank of J, and whose Cholesky factorisation fails exactly when the step could lead
/// uphill. What ε changed is taken back by refinement: each pass solves for what is left of the
/// system without ε.
class CondensedSystem {
public:
    /// dx of `fixed` variables is 0.
    explicit CondensedSystem(const std::vector<int>& fixed)
        : fixed_(fixed)
    {
    }

    /// W, J must live as long as steps are asked for.
    void assemble(const BorderedBand& W, const Eigen::VectorXd& sigma, BandJacobian& J,
        const Eigen::VectorXd& D);
    /// False when the matrix is not positive definite.
    [[nodiscard]] bool factorise(double shift);
    void solve(const Eigen::VectorXd& r_x, const Eigen::VectorXd& r_y, Eigen::VectorXd& dx,
        Eigen::VectorXd& dy);

private:
    void residual(const Eigen::VectorXd& r_x, const Eigen::VectorXd& r_y, const Eigen::VectorXd& dx,
        const Eigen::VectorXd& dy);

    std::vector<int> fixed_;
    const BorderedBand* W_ = nullptr;
    const BandJacobian* J_ = nullptr;
    double shift_ = 0;
    Eigen::VectorXd sigma_, D_, weights_;  // weights = (D + ε)⁻¹
    BorderedBand matrix_;
    BorderedBandCholesky cholesky_;
    Eigen::VectorXd left_x_, left_y_;  // of the right-hand side
    Eigen::VectorXd ddx_, ddy_, product_;
};

}  // namespace gambol
