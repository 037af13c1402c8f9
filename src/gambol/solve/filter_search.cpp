// SPDX-License-Identifier: MIT
#include "gambol/solve/filter_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kToBound = 0.99;  // share of the way to a bound that a step may take, or 1 − μ

// Filter line search, as in [Wächter 2006] unless a reason is given.
constexpr double kArmijo = 1e-4;
constexpr double kSwitchCost = 2.3, kSwitchViolation = 1.1;
constexpr double kMuchViolation = 1e4, kLittleViolation = 1e-4;  // × max(1, first violation)
constexpr int kHalvings = 9;  // then a larger shift is a better direction than a shorter step
constexpr int kCorrections = 4;
constexpr double kCorrectionGain = 0.99;
const double kRounding = 10 * std::numeric_limits<double>::epsilon();

}  // namespace

FilterSearch::FilterSearch(BarrierIterate& at, BarrierStep& step, double largest_step)
    : at_(at)
    , step_(step)
    , shape_(at.problem.shape())
    , largest_step_(largest_step)
{
}

void FilterSearch::set_scale()
{
    const double first = std::max(1.0, at_.gap(at_.c, at_.s));
    much_violation_ = kMuchViolation * first;
    little_violation_ = kLittleViolation * first;
}

void FilterSearch::start(double mu)
{
    mu_ = mu;
    gap_ = at_.c - at_.s;
    violation_ = gap_.lpNorm<1>();
    cost_ = at_.cost(at_.f, at_.x, at_.s, mu);
}

double FilterSearch::longest_part() const
{
    double part = std::min(at_.variables.largest_step(at_.x, step_.dx, to_bound()),
        at_.slacks.largest_step(at_.s, step_.ds, to_bound()));
    if (shape_.blocks > 0)
        part = std::min(
            part, largest_step_ / step_.dx.head(shape_.band()).lpNorm<Eigen::Infinity>());
    return part;
}

double FilterSearch::to_bound() const
{
    return std::max(kToBound, 1 - mu_);
}

bool FilterSearch::search()
{
    if (!step_.solve(gap_))
        return false;
    const double slope = step_.slope();
    part = longest_part();
    is_tiny = (step_.dx.array().abs() <= kRounding * (1 + at_.x.array().abs())).all()
        && (step_.ds.array().abs() <= kRounding * (1 + at_.s.array().abs())).all();
    for (int halving = 0; halving <= kHalvings; ++halving, part *= 0.5) {
        try_part(part);
        if (accepts(part, slope) || (is_tiny && std::isfinite(trial_cost_)))
            return true;
        if (halving == 0 && trial_violation_ >= violation_ && std::isfinite(trial_violation_)
            && correct(part, slope))
            return true;
    }
    return false;
}

void FilterSearch::try_part(double share)
{
    x = at_.x + share * step_.dx;
    s = at_.s + share * step_.ds;
    const double f = at_.problem.values(x, c_);
    ++evaluations;
    trial_violation_ = at_.gap(c_, s);
    trial_cost_ = at_.cost(f, x, s, mu_);
}

/// Second-order correction: aims the same step at what the rows were found to be at its end.
bool FilterSearch::correct(double share, double slope)
{
    first_dx_ = step_.dx;
    first_ds_ = step_.ds;
    first_dy_ = step_.dy;
    corrected_gap_ = gap_;
    double scale = share, before = trial_violation_;
    for (int i = 0; i < kCorrections; ++i) {
        corrected_gap_ = scale * corrected_gap_ + (c_ - s);
        if (!step_.solve(corrected_gap_))
            break;
        scale = longest_part();
        try_part(scale);
        if (accepts(share, slope)) {
            part = scale;
            return true;
        }
        if (!(trial_violation_ <= kCorrectionGain * before))
            break;
        before = trial_violation_;
    }
    step_.dx = first_dx_;
    step_.ds = first_ds_;
    step_.dy = first_dy_;
    return false;
}

/// Whether the trial point is progress; then enters the filter what must not come back.
bool FilterSearch::accepts(double share, double slope)
{
    const Filter::Pair trial { trial_violation_, trial_cost_ };
    if (!(trial_violation_ <= much_violation_) || !std::isfinite(trial_cost_)
        || !filter_.accepts(trial))
        return false;
    const double rounding = kRounding * std::abs(cost_);
    // Close to the constraints, and far more to gain in cost than in violation: then cost alone
    // must fall, or the method could end at a point that is merely feasible.
    if (slope < 0 && violation_ <= little_violation_
        && share * std::pow(-slope, kSwitchCost) > std::pow(violation_, kSwitchViolation))
        return trial_cost_ <= cost_ + kArmijo * share * slope + rounding;
    if (!(trial_violation_ <= (1 - Filter::kMargin) * violation_
            || trial_cost_ <= cost_ - Filter::kMargin * violation_ + rounding))
        return false;
    filter_.add({ violation_, cost_ });
    return true;
}

}  // namespace gambol
