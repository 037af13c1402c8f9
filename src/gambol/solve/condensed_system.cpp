// SPDX-License-Identifier: MIT
#include "gambol/solve/condensed_system.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

using Eigen::VectorXd;

// Ten times less and rounding eats the step along the constraints, a hundred times more and
// refinement no longer makes up for it.
constexpr double kRegularisation = 1e-7;  // ε
constexpr double kFixed = 1e30;  // on the diagonal: the variable stays where it is
constexpr int kRefinements = 3;
constexpr double kSmallResidual = 1e-13;  // × right-hand side: nothing left to refine

}  // namespace

void CondensedSystem::assemble(
    const BorderedBand& W, const VectorXd& sigma, BandJacobian& J, const VectorXd& D)
{
    W_ = &W;
    J_ = &J;
    sigma_ = sigma;
    D_ = D;
    weights_.resize(D.size());
    for (Eigen::Index r = 0; r < D.size(); ++r) {
        weights_[r] = 1 / (D[r] + kRegularisation);
        if (!std::isfinite(D[r]))
            D_[r] = 0;  // its dy stays 0, and 0 · infinity would not
    }
    matrix_ = W;
    matrix_.add_diagonal(sigma);
    J.add_gram(weights_, matrix_);
    for (const int i : fixed_)
        matrix_.at(i, i) += kFixed;
}

bool CondensedSystem::factorise(double shift)
{
    shift_ = shift;
    return cholesky_.factorise(matrix_, shift);
}

void CondensedSystem::residual(
    const VectorXd& r_x, const VectorXd& r_y, const VectorXd& dx, const VectorXd& dy)
{
    W_->multiply(dx, product_);
    left_x_ = r_x - product_ - sigma_.cwiseProduct(dx) - shift_ * dx;
    product_.setZero(dx.size());
    J_->add_transposed_product(dy, product_);
    left_x_ -= product_;
    for (const int i : fixed_)
        left_x_[i] = 0;
    J_->multiply(dx, product_);
    left_y_ = r_y - product_ + D_.cwiseProduct(dy);
    for (Eigen::Index r = 0; r < left_y_.size(); ++r)
        if (weights_[r] == 0)
            left_y_[r] = 0;
}

void CondensedSystem::solve(const VectorXd& r_x, const VectorXd& r_y, VectorXd& dx, VectorXd& dy)
{
    dx.setZero(r_x.size());
    dy.setZero(r_y.size());
    const auto size = [&] {
        return std::max(left_x_.lpNorm<Eigen::Infinity>(), left_y_.lpNorm<Eigen::Infinity>());
    };
    double enough = 0, before = std::numeric_limits<double>::infinity();
    for (int pass = 0;; ++pass) {
        residual(r_x, r_y, dx, dy);
        const double left = size();
        if (!(left < before)) {
            // The last pass made it worse: rounding, or rows that contradict each other.
            if (pass > 1) {
                dx -= ddx_;
                dy -= ddy_;
            }
            return;
        }
        if (pass == 0)
            enough = kSmallResidual * left;
        if (left <= enough || pass > kRefinements)
            return;
        before = left;
        // (W + Σ + shift + JᵀwJ) ddx = r_x + Jᵀ w r_y,   ddy = w (J ddx − r_y)
        product_ = weights_.cwiseProduct(left_y_);
        ddx_ = left_x_;
        J_->add_transposed_product(product_, ddx_);
        for (const int i : fixed_)
            ddx_[i] = 0;
        cholesky_.solve_in_place(ddx_);
        for (const int i : fixed_)
            ddx_[i] = 0;
        J_->multiply(ddx_, product_);
        ddy_ = weights_.cwiseProduct(product_ - left_y_);
        dx += ddx_;
        dy += ddy_;
    }
}

}  // namespace gambol
