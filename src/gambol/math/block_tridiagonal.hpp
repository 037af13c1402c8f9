// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace gambol {

/// Symmetric matrix of square blocks that couple only to their neighbours:
///
///     H_kk = diagonal[k]      H_{k,k−1} = lower[k]  (lower[0] is unused)
///
/// Only the lower triangle of diagonal[k] is read. Blocks may differ in size. An empty lower[k]
/// says that block k does not couple to the one before it: several chains in one matrix, between
/// which nothing is stored, computed or filled in.
struct BlockTridiagonal {
    std::vector<Eigen::MatrixXd> diagonal, lower;

    /// Equal blocks in one chain.
    void set_zero(int blocks, int block_size);
    [[nodiscard]] int blocks() const { return static_cast<int>(diagonal.size()); }
    [[nodiscard]] int rows() const;
    [[nodiscard]] Eigen::VectorXd diagonal_entries() const;
    /// The same matrix in one piece, for tests and small problems.
    [[nodiscard]] Eigen::MatrixXd dense() const;
};

/// Cholesky factorisation of H + diag(shift), in O(Σ block size³).
class BlockTridiagonalCholesky {
public:
    /// False when the shifted matrix is not positive definite; then solve() must not be called.
    [[nodiscard]] bool factorise(const BlockTridiagonal& H, const Eigen::VectorXd& shift);

    /// x = (H + diag(shift))⁻¹ b
    void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;

private:
    std::vector<Eigen::LLT<Eigen::MatrixXd>> factors_;
    std::vector<Eigen::MatrixXd> coupling_;  // L_{k−1}⁻¹ H_{k−1,k}
    Eigen::MatrixXd pivot_;
};

}  // namespace gambol
