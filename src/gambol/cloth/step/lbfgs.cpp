// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/lbfgs.hpp"

#include <algorithm>

namespace gambol::cloth {

namespace {

using Eigen::Index;
using Eigen::Matrix3Xd;
using Eigen::VectorXd;

constexpr Index kPiece = 256;  // columns: some 2 µs of work

int pieces(Index columns)
{
    return int((columns + kPiece - 1) / kPiece);
}

Eigen::Map<const VectorXd> piece(const Matrix3Xd& v, int k)
{
    const Index first = k * kPiece, count = std::min(kPiece, v.cols() - first);
    return { v.data() + 3 * first, 3 * count };
}

Eigen::Map<VectorXd> piece(Matrix3Xd& v, int k)
{
    const Index first = k * kPiece, count = std::min(kPiece, v.cols() - first);
    return { v.data() + 3 * first, 3 * count };
}

}  // namespace

Lbfgs::Lbfgs(int pairs, WorkerPool& pool)
    : pool_(pool)
    , s_(std::size_t(pairs) + 1)
    , y_(s_.size())
    , sy_(Eigen::MatrixXd::Zero(pairs + 1, pairs + 1))
    , alpha_(pairs + 1)
{
}

VectorXd Lbfgs::products(const Vectors& with, const Matrix3Xd& v)
{
    partial_.resize(size_, pieces(v.cols()));
    pool_.run(pieces(v.cols()), [&](int k) {
        for (Index i = 0; i < size_; ++i)
            partial_(i, k) = piece(with[std::size_t(i)], k).dot(piece(v, k));
    });
    VectorXd result = VectorXd::Zero(size_);
    for (Index k = 0; k < partial_.cols(); ++k)
        result += partial_.col(k);
    return result;
}

void Lbfgs::combine(double of_v, const Matrix3Xd& v, const Vectors& with,
    const VectorXd& coefficients, Matrix3Xd& sum)
{
    sum.resize(3, v.cols());
    pool_.run(pieces(v.cols()), [&](int k) {
        Eigen::Map<VectorXd> to = piece(sum, k);
        to = of_v * piece(v, k);
        for (Index i = 0; i < size_; ++i)
            to += coefficients[i] * piece(with[std::size_t(i)], k);
    });
}

void Lbfgs::before_solve(const Matrix3Xd& g, Matrix3Xd& d)
{
    VectorXd sd = -products(s_, g);
    for (Index i = size_; i-- > 0;) {
        alpha_[i] = sd[i] / sy_(i, i);
        for (Index j = 0; j < i; ++j)
            sd[j] -= alpha_[i] * sy_(j, i);
    }
    combine(-1, g, y_, -alpha_, d);
}

void Lbfgs::after_solve(Matrix3Xd& d)
{
    VectorXd yd = products(y_, d), gain(size_);
    for (Index i = 0; i < size_; ++i) {
        gain[i] = alpha_[i] - yd[i] / sy_(i, i);
        for (Index j = i + 1; j < size_; ++j)
            yd[j] += gain[i] * sy_(i, j);
    }
    combine(1, d, s_, gain, d);
}

void Lbfgs::add(
    const Matrix3Xd& x_t0, const Matrix3Xd& x_t1, const Matrix3Xd& g_t0, const Matrix3Xd& g_t1)
{
    Matrix3Xd &s = s_[std::size_t(size_)], &y = y_[std::size_t(size_)];
    s.resize(3, x_t0.cols());
    y.resize(3, x_t0.cols());
    pool_.run(pieces(x_t0.cols()), [&](int k) {
        piece(s, k) = piece(x_t1, k) - piece(x_t0, k);
        piece(y, k) = piece(g_t1, k) - piece(g_t0, k);
    });
    ++size_;
    sy_.col(size_ - 1).head(size_) = products(s_, y);
    if (!(sy_(size_ - 1, size_ - 1) > 0)) {
        --size_;
    } else if (size_ == Index(s_.size())) {
        --size_;
        std::rotate(s_.begin(), s_.begin() + 1, s_.end());
        std::rotate(y_.begin(), y_.begin() + 1, y_.end());
        sy_.topLeftCorner(size_, size_) = sy_.bottomRightCorner(size_, size_).eval();
    }
}

}  // namespace gambol::cloth
