// SPDX-License-Identifier: MIT
#include "cec2006_problem.hpp"

#include <pagmo/problems/cec2006.hpp>

#include <algorithm>
#include <cmath>

namespace gambol::bench {

namespace {

using Eigen::VectorXd;

// Ipopt moves bounds outwards by 1e-8 before it starts, and no point counts as solved that breaks a
// row at all. On g10 a margin of 2e-8 already costs more than the tolerance on f.
constexpr double kMargin = 1e-8;

VectorXd to_eigen(const std::vector<double>& numbers)
{
    return VectorXd::Map(numbers.data(), Eigen::Index(numbers.size()));
}

}  // namespace

Cec2006 cec2006(int number)
{
    const pagmo::cec2006 problem { unsigned(number) };
    Cec2006 result;
    result.number = number;
    result.equalities = int(problem.get_nec());
    result.inequalities = int(problem.get_nic());
    result.lower = to_eigen(problem.get_bounds().first);
    result.upper = to_eigen(problem.get_bounds().second);
    result.best_known = to_eigen(problem.best_known());
    result.fitness = [problem](const VectorXd& x) {
        return to_eigen(problem.fitness({ x.data(), x.data() + x.size() }));
    };
    return result;
}

double Cec2006::violation(const VectorXd& fitness) const
{
    double largest = 0;
    for (int i = 1; i <= equalities; ++i)
        largest = std::max(largest, std::abs(fitness[i]) - kEqualityTolerance);
    for (int i = 1 + equalities; i < fitness.size(); ++i)
        largest = std::max(largest, fitness[i]);
    return fitness.allFinite() ? largest : std::numeric_limits<double>::infinity();
}

Cec2006Problem::Cec2006Problem(const Cec2006& problem, double target)
    : problem_(problem)
    , target_(target)
    , box_ { VectorXd::Zero(problem.dimension()), VectorXd::Ones(problem.dimension()) }
{
}

VectorXd Cec2006Problem::point(const VectorXd& u) const
{
    return problem_.lower
        + (problem_.upper - problem_.lower)
              .cwiseProduct(u.cwiseMax(box_.lower).cwiseMin(box_.upper));
}

Cec2006Problem::Score Cec2006Problem::score(const VectorXd& u) const
{
    const VectorXd fitness = problem_.fitness(point(u));
    return { fitness[0], problem_.violation(fitness) };
}

const VectorXd& Cec2006Problem::evaluate(const VectorXd& u)
{
    if (last_u_.size() == u.size() && last_u_ == u)
        return last_fitness_;
    ++count_.values;
    last_u_ = u;
    last_fitness_ = problem_.fitness(point(u));
    if (problem_.violation(last_fitness_) > 0)
        return last_fitness_;
    const Kept here { u.cwiseMax(box_.lower).cwiseMin(box_.upper), last_fitness_[0] };
    if (!seen_ || here.cost < seen_->cost)
        seen_ = here;
    if (!best_ || here.cost < best_->cost)
        best_ = here;
    if (!solved_ && best_->cost <= target_)
        solved_ = count_;
    return last_fitness_;
}

BandShape Cec2006Problem::shape() const
{
    return { 1, problem_.dimension(), 1, 0 };
}

std::vector<RowGroup> Cec2006Problem::row_groups() const
{
    return { { rows(), 0, 1 } };
}

Bounds Cec2006Problem::variable_bounds() const
{
    return box_;
}

Bounds Cec2006Problem::row_bounds() const
{
    const double band = Cec2006::kEqualityTolerance - kMargin;
    Bounds bounds { VectorXd::Constant(rows(), -std::numeric_limits<double>::infinity()),
        VectorXd::Constant(rows(), -kMargin) };
    bounds.lower.head(problem_.equalities).setConstant(-band);
    bounds.upper.head(problem_.equalities).setConstant(band);
    return bounds;
}

double Cec2006Problem::values(const VectorXd& u, VectorXd& c)
{
    const VectorXd& fitness = evaluate(u);
    c = fitness.tail(rows());
    return goal_ ? 0.5 * (u - *goal_).squaredNorm() : fitness[0];
}

double Cec2006Problem::linearise(const VectorXd& u, VectorXd& c, VectorXd& g, BandJacobian& J)
{
    if (last_gradient_u_.size() != u.size() || last_gradient_u_ != u) {
        ++count_.gradients;
        last_gradient_u_ = u;
    }
    const double cost = values(u, c);
    g.resize(u.size());
    VectorXd shifted = u;
    for (Eigen::Index j = 0; j < u.size(); ++j) {
        const double step = 1e-6;
        const double high = std::min(box_.upper[j], u[j] + step),
                     low = std::max(box_.lower[j], u[j] - step);
        shifted[j] = high;
        VectorXd slope = problem_.fitness(point(shifted));
        shifted[j] = low;
        slope = (slope - problem_.fitness(point(shifted))) / (high - low);
        shifted[j] = u[j];
        slope = slope.array().isFinite().select(slope, 0);
        g[j] = slope[0];
        J.group(0).col(j) = slope.tail(rows());
    }
    if (goal_)
        g = u - *goal_;
    return cost;
}

void Cec2006Problem::add_objective_hessian(const VectorXd&, BorderedBand& H)
{
    H.add_diagonal(1);  // nothing is known of it
}

}  // namespace gambol::bench
