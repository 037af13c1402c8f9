// SPDX-License-Identifier: MIT
#include "gambol/solve/feasibility_restoration.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kInitialDamping = 1e-4;
constexpr double kLeastDamping = 1e-10, kMostDamping = 1e10;
constexpr double kRestorationToBound = 0.9;  // of the way that a step may take
constexpr double kPressed = 1e-4;  // from a bound: the variable stays, so that others may move
constexpr double kHeld = 1e30;  // on the diagonal of one that stays
constexpr double kLittle = 1e-3;  // relative gain of a slow step
constexpr int kSlowSteps = 10;  // before giving up

}  // namespace

FeasibilityRestoration::FeasibilityRestoration(ConstrainedProblem& problem,
    const BoundBarrier& variables, const BoundBarrier& rows, double largest_step)
    : problem_(problem)
    , variables_(variables)
    , rows_(rows)
    , largest_step_(largest_step)
{
}

void FeasibilityRestoration::start(double distance)
{
    distance_ = distance;
    damping_ = kInitialDamping;
    slow_ = 0;
}

double FeasibilityRestoration::measure(const VectorXd& c)
{
    excess_ = c;
    rows_.move_inside(excess_, distance_);
    excess_ = c - excess_;
    return 0.5 * excess_.squaredNorm();
}

bool FeasibilityRestoration::step(VectorXd& x, VectorXd& c, BandJacobian& J)
{
    const double before = measure(c);
    gradient_.setZero(x.size());
    J.add_transposed_product(excess_, gradient_);
    // Gauss-Newton: rows that are where they should be have no part in it.
    weights_ = (excess_.array() != 0).cast<double>();
    matrix_.set_zero(problem_.shape());
    J.add_gram(weights_, matrix_);
    const auto hold = [&](int i) {
        matrix_.at(i, i) += kHeld;
        gradient_[i] = 0;
    };
    for (const int i : variables_.fixed())
        hold(i);
    for (int i = 0; i < variables_.size(); ++i)
        if (gradient_[i] != 0 && variables_.is_pressed(i, x, -gradient_[i], kPressed))
            hold(i);

    for (; damping_ < kMostDamping; damping_ *= 8) {
        if (!cholesky_.factorise(matrix_, damping_))
            continue;
        dx_ = -gradient_;
        cholesky_.solve_in_place(dx_);
        variables_.shorten(x, dx_, kRestorationToBound);
        for (const int i : variables_.fixed())
            dx_[i] = 0;
        const int band = problem_.shape().band();
        if (band > 0 && dx_.head(band).lpNorm<Eigen::Infinity>() > largest_step_)
            dx_ *= largest_step_ / dx_.head(band).lpNorm<Eigen::Infinity>();
        trial_ = x + dx_;
        problem_.values(trial_, trial_c_);
        const double after = measure(trial_c_);
        if (!(after < before))
            continue;
        x = trial_;
        c = trial_c_;
        damping_ = std::max(damping_ / 5, kLeastDamping);
        slow_ = before - after < kLittle * before ? slow_ + 1 : 0;
        return slow_ < kSlowSteps;
    }
    return false;
}

}  // namespace gambol
