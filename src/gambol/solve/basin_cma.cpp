// SPDX-License-Identifier: MIT
#include "gambol/solve/basin_cma.hpp"

#include "gambol/math/random.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace gambol::basin_cma {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A sample that has not met its bounds after so many draws is moved to them: a mean in a corner of
// ten dimensions would want a thousand draws.
constexpr int kDraws = 200;

VectorXd elite_weights(int elites)
{
    VectorXd w(elites);
    for (int j = 1; j <= elites; ++j)
        w[j - 1] = std::log(elites + 1) - std::log(j);
    return w / w.sum();
}

State first_state(const std::vector<Variable>& variables)
{
    State state;
    std::vector<double> mean, variance;
    for (const Variable& v : variables)
        if (v.role != Role::local_only) {
            mean.push_back(v.mean);
            variance.push_back(v.deviation * v.deviation);
        }
    const auto n = Eigen::Index(mean.size());
    state.mean = VectorXd::Map(mean.data(), n);
    state.covariance = VectorXd::Map(variance.data(), n).asDiagonal();
    return state;
}

/// A square root of a covariance that rounding may have left slightly indefinite.
MatrixXd root_of(const MatrixXd& covariance)
{
    const Eigen::SelfAdjointEigenSolver<MatrixXd> axes(covariance);
    return axes.eigenvectors() * axes.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

}  // namespace

Search::Search(std::vector<Variable> variables, Options options)
    : Search(variables, std::move(options), first_state(variables))
{
}

Search::Search(std::vector<Variable> variables, Options options, State state)
    : variables_(std::move(variables))
    , options_(std::move(options))
    , state_(std::move(state))
{
    assert(complaint(variables_, options_).empty());
    assert(fits(state_, variables_));
    for (size_t i = 0; i < variables_.size(); ++i)
        if (variables_[i].role != Role::local_only)
            searched_.push_back(int(i));
}

double Search::nearest_image(int searched, double value) const
{
    const Variable& v = variables_[size_t(searched_[size_t(searched)])];
    if (!v.circular)
        return value;
    const double period = v.upper - v.lower;
    return value - period * std::round((value - state_.mean[searched]) / period);
}

VectorXd Search::searched(const VectorXd& x) const
{
    VectorXd result(state_.mean.size());
    for (int k = 0; k < int(searched_.size()); ++k)
        result[k] = nearest_image(k, x[searched_[size_t(k)]]);
    return result;
}

VectorXd Search::expanded(const VectorXd& searched) const
{
    VectorXd x(Eigen::Index(variables_.size()));
    for (size_t i = 0; i < variables_.size(); ++i)
        x[Eigen::Index(i)] = variables_[i].mean;
    for (size_t k = 0; k < searched_.size(); ++k) {
        const Variable& v = variables_[size_t(searched_[k])];
        const double value = searched[Eigen::Index(k)];
        const double period = v.upper - v.lower;
        x[searched_[k]] = v.circular ? value - period * std::floor((value - v.lower) / period)
                                     : std::clamp(value, v.lower, v.upper);
    }
    return x;
}

bool Search::inside(const VectorXd& searched) const
{
    for (size_t k = 0; k < searched_.size(); ++k) {
        const Variable& v = variables_[size_t(searched_[k])];
        const double value = searched[Eigen::Index(k)];
        if (!v.circular && (value < v.lower || value > v.upper))
            return false;
    }
    return true;
}

VectorXd Search::draw(const MatrixXd& root, int sample) const
{
    Random random(options_.seed,
        std::uint64_t(state_.generation) * std::uint64_t(options_.samples) + std::uint64_t(sample));
    StandardNormal normal;
    VectorXd z(state_.mean.size()), x;
    for (int attempt = 0; attempt < kDraws; ++attempt) {
        for (double& number : z)
            number = normal(random);
        const VectorXd point = state_.mean + root * z;
        x = expanded(point);
        if (inside(point) && (!options_.plausible || options_.plausible(x)))
            break;
    }
    return x;
}

std::vector<VectorXd> Search::ask() const
{
    const MatrixXd root = root_of(state_.covariance);
    std::vector<VectorXd> samples;
    for (int sample = 0; sample < options_.samples; ++sample)
        samples.push_back(draw(root, sample));
    return samples;
}

bool Search::feasible(const Evaluation& e) const
{
    return e.violation <= options_.violation_tolerance && std::isfinite(e.cost) && e.x.allFinite();
}

bool Search::better(const Evaluation& a, const Evaluation& b) const
{
    const auto rank = [&](const Evaluation& e) { return feasible(e) ? (e.cut ? 1 : 0) : 2; };
    if (rank(a) != rank(b))
        return rank(a) < rank(b);
    if (rank(a) < 2)
        return a.cost < b.cost;
    // Nothing is known of a violation that is no number: it comes last.
    return !std::isnan(a.violation) && (std::isnan(b.violation) || a.violation < b.violation);
}

void Search::tell(const std::vector<Evaluation>& evaluations)
{
    assert(int(evaluations.size()) == options_.samples);
    std::vector<int> order(evaluations.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
        [&](int a, int b) { return better(evaluations[size_t(a)], evaluations[size_t(b)]); });

    const VectorXd w = elite_weights(options_.elites);
    VectorXd step = VectorXd::Zero(state_.mean.size());
    MatrixXd spread = MatrixXd::Zero(step.size(), step.size());
    double used = 0;
    for (int j = 0; j < options_.elites; ++j) {
        const VectorXd away = searched(evaluations[size_t(order[size_t(j)])].x) - state_.mean;
        if (!away.allFinite())
            continue;  // a local solve that broke down has nothing to say
        used += w[j];
        step += w[j] * away;
        spread += w[j] * away * away.transpose();
    }
    if (used > 0) {
        state_.mean += step / used;
        state_.covariance *= 1 - options_.covariance_rate;
        state_.covariance += options_.covariance_rate / used * spread;
    }

    const Evaluation& first = evaluations[size_t(order[0])];
    if (!first.cut && (!state_.best || better(first, *state_.best)))
        state_.best = first;
    const Evaluation& last = evaluations[size_t(order[size_t(options_.elites - 1)])];
    if (feasible(last) && !last.cut)
        state_.hopeless_cost = std::min(
            state_.hopeless_cost, last.cost + options_.hopeless_margin * std::abs(last.cost));
    ++state_.generation;
}

void Search::restart()
{
    const State first = first_state(variables_);
    state_.mean = first.mean;
    state_.covariance = first.covariance;
    state_.hopeless_cost = first.hopeless_cost;
}

void Search::go_on_from(State state)
{
    assert(fits(state, variables_));
    state_ = std::move(state);
}

double Search::spread() const
{
    double largest = 0;
    for (size_t k = 0; k < searched_.size(); ++k) {
        const double first = variables_[size_t(searched_[k])].deviation;
        const double now = std::sqrt(state_.covariance(Eigen::Index(k), Eigen::Index(k)));
        largest = std::max(largest, now / first);
    }
    return largest;
}

}  // namespace gambol::basin_cma
