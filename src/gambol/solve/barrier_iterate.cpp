// SPDX-License-Identifier: MIT
#include "gambol/solve/barrier_iterate.hpp"

#include <algorithm>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kLargeMultiplier = 100;

}  // namespace

BarrierIterate::BarrierIterate(
    ConstrainedProblem& p, const Bounds& variable_bounds, const Bounds& row_bounds)
    : problem(p)
    , variables(variable_bounds)
    , slacks(row_bounds)
    , J(p.shape(), p.row_groups())
{
}

bool BarrierIterate::linearise()
{
    f = problem.linearise(x, c, gradient, J);
    return std::isfinite(f) && c.allFinite() && gradient.allFinite() && J.all_finite();
}

void BarrierIterate::restart(double distance, double mu)
{
    s = c;
    slacks.move_inside(s, distance);
    slacks.centre(s, mu);
    variables.centre(x, mu);
    // Stationarity of the slacks, −y − v_lower + v_upper = 0; for equalities this is 0.
    y.setZero(c.size());
    slacks.add_multipliers(y);
}

double BarrierIterate::gap(const VectorXd& at, VectorXd& slack) const
{
    for (const int r : slacks.free())
        slack[r] = at[r];
    return (at - slack).lpNorm<1>();
}

double BarrierIterate::cost(
    double value, const VectorXd& at, const VectorXd& slack, double mu) const
{
    return value + variables.value(at, mu) + slacks.value(slack, mu);
}

double BarrierIterate::Errors::largest() const
{
    return std::max({ stationarity, gap, complementarity });
}

VectorXd BarrierIterate::stationarity() const
{
    VectorXd r = gradient;
    J.add_transposed_product(y, r);
    variables.add_multipliers(r);
    for (const int i : variables.fixed())
        r[i] = 0;
    return r;
}

BarrierIterate::Errors BarrierIterate::errors(double mu) const
{
    const auto scale = [](double sum, double count) {
        return std::max(kLargeMultiplier, sum / std::max(1.0, count)) / kLargeMultiplier;
    };
    const double bounds = variables.multiplier_sum() + slacks.multiplier_sum();
    const int bound_count = variables.bound_count() + slacks.bound_count();
    VectorXd of_slacks = -y;
    slacks.add_multipliers(of_slacks);
    for (const int r : slacks.fixed())
        of_slacks[r] = 0;
    Errors e;
    e.stationarity
        = std::max(stationarity().lpNorm<Eigen::Infinity>(), of_slacks.lpNorm<Eigen::Infinity>())
        / scale(y.lpNorm<1>() + bounds, double(y.size() + bound_count));
    e.gap = (c - s).lpNorm<Eigen::Infinity>();
    e.complementarity
        = std::max(variables.complementarity_error(x, mu), slacks.complementarity_error(s, mu))
        / scale(bounds, bound_count);
    return e;
}

}  // namespace gambol
