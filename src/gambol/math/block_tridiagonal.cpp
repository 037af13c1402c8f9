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

int BlockTridiagonal::rows() const
{
    int sum = 0;
    for (const MatrixXd& block : diagonal)
        sum += int(block.rows());
    return sum;
}

VectorXd BlockTridiagonal::diagonal_entries() const
{
    VectorXd entries(rows());
    int at = 0;
    for (const MatrixXd& block : diagonal) {
        entries.segment(at, block.rows()) = block.diagonal();
        at += int(block.rows());
    }
    return entries;
}

MatrixXd BlockTridiagonal::dense() const
{
    MatrixXd H = MatrixXd::Zero(rows(), rows());
    for (int k = 0, at = 0; k < blocks(); ++k) {
        const int n = int(diagonal[k].rows());
        H.block(at, at, n, n) = diagonal[k].selfadjointView<Eigen::Lower>();
        if (k > 0 && lower[k].size() > 0) {
            const int before = int(lower[k].cols());
            H.block(at, at - before, n, before) = lower[k];
            H.block(at - before, at, before, n) = lower[k].transpose();
        }
        at += n;
    }
    return H;
}

bool BlockTridiagonalCholesky::factorise(const BlockTridiagonal& H, const VectorXd& shift)
{
    const int blocks = H.blocks();
    factors_.resize(blocks);
    coupling_.resize(blocks);
    for (int k = 0, at = 0; k < blocks; ++k) {
        const int n = int(H.diagonal[k].rows());
        pivot_ = H.diagonal[k];
        pivot_.diagonal() += shift.segment(at, n);
        at += n;
        if (k > 0) {
            // H_kk − H_{k,k−1} H_{k−1,k−1}⁻¹ H_{k−1,k}
            coupling_[k] = H.lower[k].transpose();
            if (coupling_[k].size() > 0) {
                factors_[k - 1].matrixL().solveInPlace(coupling_[k]);
                pivot_.selfadjointView<Eigen::Lower>().rankUpdate(coupling_[k].transpose(), -1.0);
            }
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
    const auto size = [&](int k) { return factors_[k].rows(); };
    x = b;
    Eigen::Index at = 0;
    for (int k = 0; k < blocks; at += size(k), ++k) {
        auto part = x.segment(at, size(k));
        if (k > 0 && coupling_[k].size() > 0)
            part.noalias() -= coupling_[k].transpose() * x.segment(at - size(k - 1), size(k - 1));
        factors_[k].matrixL().solveInPlace(part);
    }
    for (int k = blocks - 1; k >= 0; --k) {
        at -= size(k);
        auto part = x.segment(at, size(k));
        if (k + 1 < blocks && coupling_[k + 1].size() > 0)
            part.noalias() -= coupling_[k + 1] * x.segment(at + size(k), size(k + 1));
        factors_[k].matrixU().solveInPlace(part);
    }
}

}  // namespace gambol
