// SPDX-License-Identifier: MIT
#include "gambol/math/barrier_least_squares.hpp"

#include <cassert>
#include <cmath>

namespace gambol {

namespace {

constexpr int kMaxIterations = 60;
constexpr double kTolerance = 1e-10;  // on |F|; forces are in units of body weight
constexpr int kMaxHalvings = 30;
constexpr double kFastDecrease = 0.7;  // |F| falling this much needs no further line-search check
constexpr double kArmijo = 1e-4;

/// λ(a) of a barrier column, in the form without cancellation for either sign of a.
double barrier_coefficient(double a, double w, double mu, double& s)
{
    s = std::sqrt(a * a + 2 * w * mu);
    return a > 0 ? mu / (a + s) : (s - a) / (2 * w);
}

}  // namespace

template <int Rows> void BarrierLeastSquares<Rows>::resize(int rows, int columns)
{
    assert(Rows == Eigen::Dynamic || rows == Rows);
    G.resize(rows, columns);
    r_.resize(rows);
    F_.resize(rows);
    M_.resize(rows, rows);
    w.resize(columns);
    is_free.resize(columns);
    lambda_.resize(columns);
    slope_.resize(columns);
    scaled_.resize(rows, columns);
}

template <int Rows> void BarrierLeastSquares<Rows>::evaluate(const Vector& tau, const Vector& r)
{
    lambda_.noalias() = G.transpose() * r;  // a_j, replaced by λ_j below
    for (int j = 0; j < columns(); ++j) {
        const double a = lambda_[j];
        if (is_free[j]) {
            lambda_[j] = -a / w[j];
            slope_[j] = -1 / w[j];
        } else {
            double s;
            lambda_[j] = barrier_coefficient(a, w[j], mu_, s);
            slope_[j] = -lambda_[j] / s;
        }
        scaled_.col(j) = std::sqrt(-slope_[j]) * G.col(j);
    }
    F_ = r + tau;
    F_.noalias() -= G * lambda_;
    M_.setIdentity(rows(), rows());
    M_.noalias() += scaled_ * scaled_.transpose();
}

template <int Rows>
double BarrierLeastSquares<Rows>::dual_objective(const Vector& tau, const Vector& r) const
{
    // ½|r|² + τ·r + Σ φ_j(a_j) with φ_j' = −λ_j: the function whose gradient is F.
    double value = 0.5 * r.squaredNorm() + tau.dot(r);
    for (int j = 0; j < columns(); ++j) {
        const double a = G.col(j).dot(r);
        if (is_free[j]) {
            value += a * a / (2 * w[j]);
        } else {
            double s;
            const double lambda = barrier_coefficient(a, w[j], mu_, s);
            value -= 0.5 * w[j] * lambda * lambda - 0.5 * mu_ * std::log(lambda) + a * lambda;
        }
    }
    return value;
}

template <int Rows>
bool BarrierLeastSquares<Rows>::solve(const Vector& tau, const Vector& r0, double mu)
{
    mu_ = mu;
    if (r0.allFinite())
        r_ = r0;
    else
        r_.setZero(rows());
    iterations_ = 0;
    evaluate(tau, r_);
    bool converged = F_.norm() < kTolerance;
    while (!converged && iterations_ < kMaxIterations) {
        ++iterations_;
        factor_.compute(M_);
        const Vector F = F_, r = r_, step = -factor_.solve(F);
        const double size = F.norm();
        double t = 1, start = 0;
        bool have_start = false;
        for (int halving = 0; halving < kMaxHalvings; ++halving, t *= 0.5) {
            r_ = r + t * step;
            evaluate(tau, r_);
            if (F_.norm() < kFastDecrease * size)
                break;
            if (!have_start) {
                start = dual_objective(tau, r);
                have_start = true;
            }
            if (dual_objective(tau, r_) <= start + kArmijo * t * F.dot(step) + 1e-15)
                break;
        }
        converged = F_.norm() < kTolerance;
        if (t * step.norm() < 1e-13)
            break;  // rounding: no further progress possible
    }
    factor_.compute(M_);
    return converged || F_.norm() < 1e3 * kTolerance;
}

template <int Rows> double BarrierLeastSquares<Rows>::weight_slope(int column) const
{
    const double lambda = lambda_[column];
    if (is_free[column])
        return -lambda / w[column];
    return lambda * slope_[column];  // −λ²/s
}

template <int Rows> double BarrierLeastSquares<Rows>::optimal_value() const
{
    double value = 0.5 * r_.squaredNorm();
    for (int j = 0; j < columns(); ++j) {
        value += 0.5 * w[j] * lambda_[j] * lambda_[j];
        if (!is_free[j])
            value -= 0.5 * mu_ * std::log(lambda_[j] / kBarrierUnit);
    }
    return value;
}

template class BarrierLeastSquares<6>;
template class BarrierLeastSquares<Eigen::Dynamic>;

}  // namespace gambol
