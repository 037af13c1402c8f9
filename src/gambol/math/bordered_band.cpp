// SPDX-License-Identifier: MIT
#include "gambol/math/bordered_band.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

using Eigen::MatrixXd;
using Eigen::VectorXd;

void BorderedBand::set_zero(const BandShape& shape)
{
    assert(shape.blocks >= 0 && shape.block_size >= 0 && shape.reach >= 1 && shape.border >= 0);
    shape_ = shape;
    band_.setZero(shape.band() * stride());
    coupling.setZero(shape.border, shape.band());
    corner.setZero(shape.border, shape.border);
}

BorderedBand::View BorderedBand::window(int first, int count)
{
    assert(first >= 0 && count <= shape_.reach && first + count <= shape_.blocks);
    const int n = shape_.block_size * count, start = shape_.block_size * first;
    return { band_.data() + start * stride(), n, n, Eigen::OuterStride<>(stride() - 1) };
}

BorderedBand::ConstView BorderedBand::window(int first, int count) const
{
    assert(first >= 0 && count <= shape_.reach && first + count <= shape_.blocks);
    const int n = shape_.block_size * count, start = shape_.block_size * first;
    return { band_.data() + start * stride(), n, n, Eigen::OuterStride<>(stride() - 1) };
}

BorderedBand::View BorderedBand::block(int row, int column)
{
    assert(row >= column && row - column < shape_.reach && row < shape_.blocks);
    const int n = shape_.block_size, start = n * column;
    return { band_.data() + start * stride() + n * (row - column), n, n,
        Eigen::OuterStride<>(stride() - 1) };
}

BorderedBand::ConstView BorderedBand::block(int row, int column) const
{
    assert(row >= column && row - column < shape_.reach && row < shape_.blocks);
    const int n = shape_.block_size, start = n * column;
    return { band_.data() + start * stride() + n * (row - column), n, n,
        Eigen::OuterStride<>(stride() - 1) };
}

double& BorderedBand::at(int row, int column)
{
    assert(row >= column && row < shape_.variables());
    const int band = shape_.band();
    if (column >= band)
        return corner(row - band, column - band);
    if (row >= band)
        return coupling(row - band, column);
    assert(row / shape_.block_size - column / shape_.block_size < shape_.reach);
    return band_[column * stride() + (row - column)];
}

void BorderedBand::add_diagonal(const VectorXd& d)
{
    for (int i = 0; i < shape_.band(); ++i)
        band_[i * stride()] += d[i];
    corner.diagonal() += d.tail(shape_.border);
}

void BorderedBand::add_diagonal(double d)
{
    for (int i = 0; i < shape_.band(); ++i)
        band_[i * stride()] += d;
    corner.diagonal().array() += d;
}

void BorderedBand::multiply(const VectorXd& x, VectorXd& y) const
{
    assert(&x != &y);
    const int n = shape_.block_size, band = shape_.band();
    y.setZero(shape_.variables());
    for (int k = 0; k < shape_.blocks; ++k) {
        y.segment(n * k, n).noalias()
            += block(k, k).selfadjointView<Eigen::Lower>() * x.segment(n * k, n);
        const int below = std::min(shape_.reach, shape_.blocks - k) - 1;
        for (int j = k + 1; j <= k + below; ++j) {
            y.segment(n * j, n).noalias() += block(j, k) * x.segment(n * k, n);
            y.segment(n * k, n).noalias() += block(j, k).transpose() * x.segment(n * j, n);
        }
    }
    if (shape_.border == 0)
        return;
    y.head(band).noalias() += coupling.transpose() * x.tail(shape_.border);
    y.tail(shape_.border).noalias() += coupling * x.head(band);
    y.tail(shape_.border).noalias()
        += corner.selfadjointView<Eigen::Lower>() * x.tail(shape_.border);
}

MatrixXd BorderedBand::dense() const
{
    const int n = shape_.block_size, band = shape_.band(), border = shape_.border;
    MatrixXd A = MatrixXd::Zero(shape_.variables(), shape_.variables());
    for (int k = 0; k < shape_.blocks; ++k)
        for (int j = k; j < std::min(k + shape_.reach, shape_.blocks); ++j)
            A.block(n * j, n * k, n, n) = block(j, k);
    A.bottomLeftCorner(border, band) = coupling;
    A.bottomRightCorner(border, border) = corner;
    return A.selfadjointView<Eigen::Lower>();
}

namespace {

/// Overwrites the lower triangle of A with its Cholesky factor.
template <class Matrix> [[nodiscard]] bool factorise_in_place(Matrix&& A)
{
    Eigen::Ref<MatrixXd, 0, Eigen::OuterStride<>> reference(A);
    const Eigen::LLT<Eigen::Ref<MatrixXd, 0, Eigen::OuterStride<>>> cholesky(reference);
    // A pivot that is NaN compares false with zero and would pass for positive.
    return cholesky.info() == Eigen::Success && A.diagonal().allFinite();
}

}  // namespace

bool BorderedBandCholesky::factorise(const BorderedBand& A, double shift)
{
    L_ = A;
    L_.add_diagonal(shift);
    const BandShape& shape = L_.shape();
    const int n = shape.block_size;
    for (int k = 0; k < shape.blocks; ++k) {
        BorderedBand::View pivot = L_.block(k, k);
        if (!factorise_in_place(pivot))
            return false;
        // Rows below in the window, then what they take from the blocks that are still to come:
        // L_jk = A_jk L_kk⁻ᵀ, A_ij −= L_ik L_jkᵀ
        const auto pivot_transposed = pivot.transpose().triangularView<Eigen::Upper>();
        auto C = L_.coupling.middleCols(n * k, n);
        if (shape.border > 0)
            pivot_transposed.solveInPlace<Eigen::OnTheRight>(C);
        const int below = std::min(shape.reach, shape.blocks - k) - 1;
        if (below == 0)
            continue;
        BorderedBand::View first = L_.block(k + 1, k);
        BorderedBand::View panel(
            first.data(), n * below, n, Eigen::OuterStride<>(first.outerStride()));
        pivot_transposed.solveInPlace<Eigen::OnTheRight>(panel);
        L_.window(k + 1, below).selfadjointView<Eigen::Lower>().rankUpdate(panel, -1.0);
        if (shape.border > 0)
            L_.coupling.middleCols(n * (k + 1), n * below).noalias() -= C * panel.transpose();
    }
    if (shape.border == 0)
        return true;
    L_.corner.selfadjointView<Eigen::Lower>().rankUpdate(L_.coupling, -1.0);
    return factorise_in_place(L_.corner);
}

void BorderedBandCholesky::solve_in_place(VectorXd& x) const
{
    const BandShape& shape = L_.shape();
    assert(x.size() == shape.variables());
    const int n = shape.block_size, band = shape.band(), border = shape.border;
    for (int k = 0; k < shape.blocks; ++k) {
        auto part = x.segment(n * k, n);
        L_.block(k, k).triangularView<Eigen::Lower>().solveInPlace(part);
        for (int j = k + 1; j < std::min(k + shape.reach, shape.blocks); ++j)
            x.segment(n * j, n).noalias() -= L_.block(j, k) * part;
    }
    if (border > 0) {
        auto tail = x.tail(border);
        tail.noalias() -= L_.coupling * x.head(band);
        L_.corner.triangularView<Eigen::Lower>().solveInPlace(tail);
        L_.corner.transpose().triangularView<Eigen::Upper>().solveInPlace(tail);
        x.head(band).noalias() -= L_.coupling.transpose() * tail;
    }
    for (int k = shape.blocks - 1; k >= 0; --k) {
        auto part = x.segment(n * k, n);
        for (int j = k + 1; j < std::min(k + shape.reach, shape.blocks); ++j)
            part.noalias() -= L_.block(j, k).transpose() * x.segment(n * j, n);
        L_.block(k, k).transpose().triangularView<Eigen::Upper>().solveInPlace(part);
    }
}

}  // namespace gambol
