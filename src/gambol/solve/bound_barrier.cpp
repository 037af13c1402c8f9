// SPDX-License-Identifier: MIT
#include "gambol/solve/bound_barrier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

using Eigen::VectorXd;

// Of the way between two bounds, the most that a point is moved inside.
constexpr double kInsideShare = 0.05;
constexpr double kFarFromCentre = 1e10;

}  // namespace

BoundBarrier::BoundBarrier(const Bounds& bounds)
    : lower_(bounds.lower)
    , upper_(bounds.upper)
{
    for (int i = 0; i < size(); ++i) {
        if (lower_[i] == upper_[i]) {
            fixed_.push_back(i);
            continue;
        }
        if (std::isfinite(lower_[i]))
            has_lower_.push_back(i);
        if (std::isfinite(upper_[i]))
            has_upper_.push_back(i);
        if (!std::isfinite(lower_[i]) && !std::isfinite(upper_[i]))
            free_.push_back(i);
    }
    z_lower_.setZero(size());
    z_upper_.setZero(size());
    dz_lower_.setZero(size());
    dz_upper_.setZero(size());
}

void BoundBarrier::move_inside(VectorXd& v, double distance) const
{
    for (const int i : fixed_)
        v[i] = lower_[i];
    const auto kept = [&](int i, double bound) {
        return std::min(
            distance * std::max(1.0, std::abs(bound)), kInsideShare * (upper_[i] - lower_[i]));
    };
    for (const int i : has_lower_)
        v[i] = std::max(v[i], lower_[i] + kept(i, lower_[i]));
    for (const int i : has_upper_)
        v[i] = std::min(v[i], upper_[i] - kept(i, upper_[i]));
}

void BoundBarrier::shorten(const VectorXd& v, VectorXd& dv, double tau) const
{
    for (const int i : has_lower_)
        dv[i] = std::max(dv[i], -tau * (v[i] - lower_[i]));
    for (const int i : has_upper_)
        dv[i] = std::min(dv[i], tau * (upper_[i] - v[i]));
}

bool BoundBarrier::is_pressed(int i, const VectorXd& v, double direction, double distance) const
{
    return direction < 0 ? v[i] - lower_[i] < distance : upper_[i] - v[i] < distance;
}

void BoundBarrier::centre(const VectorXd& v, double mu)
{
    for (const int i : has_lower_)
        z_lower_[i] = mu / (v[i] - lower_[i]);
    for (const int i : has_upper_)
        z_upper_[i] = mu / (upper_[i] - v[i]);
}

void BoundBarrier::keep_near_centre(const VectorXd& v, double mu)
{
    const auto limited = [&](double z, double distance) {
        return std::clamp(z, mu / (kFarFromCentre * distance), kFarFromCentre * mu / distance);
    };
    for (const int i : has_lower_)
        z_lower_[i] = limited(z_lower_[i], v[i] - lower_[i]);
    for (const int i : has_upper_)
        z_upper_[i] = limited(z_upper_[i], upper_[i] - v[i]);
}

double BoundBarrier::value(const VectorXd& v, double mu) const
{
    double sum = 0;
    for (const int i : has_lower_) {
        if (!(v[i] > lower_[i]))
            return std::numeric_limits<double>::infinity();
        sum += std::log(v[i] - lower_[i]);
    }
    for (const int i : has_upper_) {
        if (!(v[i] < upper_[i]))
            return std::numeric_limits<double>::infinity();
        sum += std::log(upper_[i] - v[i]);
    }
    return -mu * sum;
}

void BoundBarrier::add_gradient(const VectorXd& v, double mu, VectorXd& g) const
{
    for (const int i : has_lower_)
        g[i] -= mu / (v[i] - lower_[i]);
    for (const int i : has_upper_)
        g[i] += mu / (upper_[i] - v[i]);
}

void BoundBarrier::curvature(const VectorXd& v, VectorXd& sigma) const
{
    sigma.setZero(size());
    for (const int i : has_lower_)
        sigma[i] += z_lower_[i] / (v[i] - lower_[i]);
    for (const int i : has_upper_)
        sigma[i] += z_upper_[i] / (upper_[i] - v[i]);
}

void BoundBarrier::add_multipliers(VectorXd& r) const
{
    r += z_upper_ - z_lower_;
}

double BoundBarrier::complementarity_error(const VectorXd& v, double mu) const
{
    double error = 0;
    for (const int i : has_lower_)
        error = std::max(error, std::abs((v[i] - lower_[i]) * z_lower_[i] - mu));
    for (const int i : has_upper_)
        error = std::max(error, std::abs((upper_[i] - v[i]) * z_upper_[i] - mu));
    return error;
}

double BoundBarrier::largest_step(const VectorXd& v, const VectorXd& dv, double tau) const
{
    double part = 1;
    for (const int i : has_lower_)
        if (dv[i] < 0)
            part = std::min(part, -tau * (v[i] - lower_[i]) / dv[i]);
    for (const int i : has_upper_)
        if (dv[i] > 0)
            part = std::min(part, tau * (upper_[i] - v[i]) / dv[i]);
    return part;
}

double BoundBarrier::multiplier_step(const VectorXd& v, const VectorXd& dv, double mu, double tau)
{
    // z (v − lower) = μ, linearised: dz = (μ − z dv) / (v − lower) − z
    double part = 1;
    for (const int i : has_lower_) {
        dz_lower_[i] = (mu - z_lower_[i] * dv[i]) / (v[i] - lower_[i]) - z_lower_[i];
        if (dz_lower_[i] < 0)
            part = std::min(part, -tau * z_lower_[i] / dz_lower_[i]);
    }
    for (const int i : has_upper_) {
        dz_upper_[i] = (mu + z_upper_[i] * dv[i]) / (upper_[i] - v[i]) - z_upper_[i];
        if (dz_upper_[i] < 0)
            part = std::min(part, -tau * z_upper_[i] / dz_upper_[i]);
    }
    return part;
}

void BoundBarrier::advance(double part)
{
    z_lower_ += part * dz_lower_;
    z_upper_ += part * dz_upper_;
}

}  // namespace gambol
