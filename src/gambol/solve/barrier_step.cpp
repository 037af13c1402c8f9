// SPDX-License-Identifier: MIT
#include "gambol/solve/barrier_step.hpp"

#include <limits>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kNoRank = 1e-6;  // square of a singular value of J that counts as none

}  // namespace

BarrierStep::BarrierStep(BarrierIterate& at)
    : at_(at)
    , shape_(at.problem.shape())
    , system_(at.variables.fixed())
{
}

void BarrierStep::model(double mu, bool exact)
{
    hessian_.set_zero(shape_);
    if (exact)
        at_.problem.add_lagrangian_hessian(at_.x, 1, at_.y, hessian_);
    else
        at_.problem.add_objective_hessian(at_.x, hessian_);
    at_.variables.curvature(at_.x, sigma_);
    at_.slacks.curvature(at_.s, compliance_);
    compliance_ = compliance_.cwiseInverse();
    for (const int r : at_.slacks.fixed())
        compliance_[r] = 0;
    system_.assemble(hessian_, sigma_, at_.J, compliance_);

    cost_gradient_x_ = at_.gradient;
    at_.variables.add_gradient(at_.x, mu, cost_gradient_x_);
    cost_gradient_s_.setZero(at_.s.size());
    at_.slacks.add_gradient(at_.s, mu, cost_gradient_s_);
    product_ = -at_.y;
    right_x_ = -cost_gradient_x_;
    at_.J.add_transposed_product(product_, right_x_);
}

bool BarrierStep::factorise(double shift)
{
    return system_.factorise(shift);
}

bool BarrierStep::solve(const VectorXd& gap)
{
    // Σ_s ds − dy = y − ∂(barrier)/∂s  and  J dx − ds = −gap, ds eliminated
    pull_ = at_.y - cost_gradient_s_;
    right_y_ = compliance_.cwiseProduct(pull_) - gap;
    for (const int r : at_.slacks.free())
        right_y_[r] = 0;
    system_.solve(right_x_, right_y_, dx, dy);
    ds = compliance_.cwiseProduct(dy + pull_);
    for (const int r : at_.slacks.free())
        ds[r] = 0;
    return dx.allFinite() && dy.allFinite();
}

double BarrierStep::slope() const
{
    return cost_gradient_x_.dot(dx) + cost_gradient_s_.dot(ds);
}

void BarrierStep::remember_slope()
{
    slope_before_ = at_.gradient;
    at_.J.add_transposed_product(at_.y, slope_before_);
}

double BarrierStep::missing_curvature(const VectorXd& moved)
{
    const double square = moved.squaredNorm();
    if (!(square > 0))
        return 0;
    change_ = at_.gradient - slope_before_;
    at_.J.add_transposed_product(at_.y, change_);
    hessian_.multiply(moved, product_);
    return moved.dot(change_ - product_) / square;
}

bool BarrierStep::find_least_multipliers(VectorXd& y)
{
    // min ½‖ ∂f/∂x + J_iᵀ y_i + z + J_eᵀ y_e ‖² over y_e of the equalities: with dx the negative of
    // what is left,   dx + J_eᵀ y_e = −(∂f/∂x + J_iᵀ y_i + z)   and   J_e dx = 0
    y = at_.y;
    compliance_.setConstant(y.size(), std::numeric_limits<double>::infinity());
    for (const int r : at_.slacks.fixed()) {
        y[r] = 0;
        compliance_[r] = kNoRank;
    }
    right_x_ = at_.gradient;
    at_.variables.add_multipliers(right_x_);
    at_.J.add_transposed_product(y, right_x_);
    right_x_ = -right_x_;
    right_y_.setZero(y.size());
    hessian_.set_zero(shape_);
    sigma_.setOnes(at_.x.size());
    system_.assemble(hessian_, sigma_, at_.J, compliance_);
    if (!system_.factorise(0))
        return false;
    system_.solve(right_x_, right_y_, dx, dy);
    y += dy;
    return y.allFinite();
}

}  // namespace gambol
