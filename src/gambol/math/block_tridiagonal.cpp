// SPDX-License-Identifier: MIT
#include "gambol/math/block_tridiagonal.hpp"

namespace gambol {

using Eigen::MatrixXd;
using Eigen::VectorXd;

void BlockTridiagonal::set_zero(int blocks, int block_size)
{
    diagonal.resize(blocks);
    lower.resize(blocks);
    for (int k = 0; k < blocks; ++k) {
        diagonal[k].setZero(block_size, block_size);
        lower[k].setZero(block_size, block_size);
    }
}

MatrixXd BlockTridiagonal::dense() const
{
    const int n = block_size();
    MatrixXd H = MatrixXd::Zero(n * blocks(), n * blocks());
    for (int k = 0; k < blocks(); ++k) {
        H.block(n * k, n * k, n, n) = diagonal[k].selfadjointView<Eigen::Lower>();
        if (k > 0) {
            H.block(n * k, n * (k - 1), n, n) = lower[k];
            H.block(n * (k - 1), n * k, n, n) = lower[k].transpose();
        }
    }
    return H;
}

bool BlockTridiagonalCholesky::factorise(const BlockTridiagonal& H, const VectorXd& shift)
{
    const int n = H.block_size(), blocks = H.blocks();
    factors_.resize(blocks);
    coupling_.resize(blocks);
    for (int k = 0; k < blocks; ++k) {
        pivot_ = H.diagonal[k];
        pivot_.diagonal() += shift.segment(n * k, n);
        if (k > 0) {
            // H_kk − H_{k,k−1} H_{k−1,k−1}⁻¹ H_{k−1,k}
            coupling_[k] = H.lower[k].transpose();
            factors_[k - 1].matrixL().solveInPlace(coupling_[k]);
            pivot_.selfadjointView<Eigen::Lower>().rankUpdate(coupling_[k].transpose(), -1.0);
        }
        factors_[k].compute(pivot_);
        if (factors_[k].info() != Eigen::Success)
            return false;
    }
    return true;
}

void BlockTridiagonalCholesky::solve(const VectorXd& b, VectorXd& x) const
{
    const int blocks = static_cast<int>(factors_.size());
    const int n = blocks ? int(factors_[0].rows()) : 0;
    x = b;
    for (int k = 0; k < blocks; ++k) {
        auto part = x.segment(n * k, n);
        if (k > 0)
            part.noalias() -= coupling_[k].transpose() * x.segment(n * (k - 1), n);
        factors_[k].matrixL().solveInPlace(part);
    }
    for (int k = blocks - 1; k >= 0; --k) {
        auto part = x.segment(n * k, n);
        if (k + 1 < blocks)
            part.noalias() -= coupling_[k + 1] * x.segment(n * (k + 1), n);
        factors_[k].matrixU().solveInPlace(part);
    }
}

}  // namespace gambol
