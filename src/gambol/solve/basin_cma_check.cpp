// SPDX-License-Identifier: MIT
#include "gambol/solve/basin_cma.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::basin_cma {

namespace {

std::string complaint_of(const Variable& v)
{
    if (std::isnan(v.lower) || std::isnan(v.upper))
        return "a bound is no number";
    if (v.lower > v.upper)
        return "the lower bound is above the upper one";
    if (!std::isfinite(v.mean))
        return "the mean is no number";
    if (v.circular && !(std::isfinite(v.upper - v.lower) && v.lower < v.upper))
        return "a circular variable needs two bounds with something between them";
    if (!v.circular && (v.mean < v.lower || v.mean > v.upper))
        return "the mean is outside of the bounds";
    if (v.role != Role::local_only && !(v.deviation > 0 && std::isfinite(v.deviation)))
        return "the deviation is not above 0";
    return {};
}

std::ptrdiff_t searched_count(const std::vector<Variable>& variables)
{
    return std::count_if(variables.begin(), variables.end(),
        [](const Variable& v) { return v.role != Role::local_only; });
}

}  // namespace

std::string complaint(const std::vector<Variable>& variables, const Options& options)
{
    for (size_t i = 0; i < variables.size(); ++i)
        if (const std::string text = complaint_of(variables[i]); !text.empty())
            return "variable " + std::to_string(i + 1) + ": " + text;
    if (searched_count(variables) == 0)
        return "there is no variable to search over";
    if (options.elites < 1 || options.samples < options.elites)
        return "there must be at least one elite, and as many samples as elites";
    if (!(options.covariance_rate > 0 && options.covariance_rate <= 1))
        return "the covariance rate is not above 0 and at most 1";
    if (!(options.hopeless_margin >= 0) || !(options.violation_tolerance >= 0))
        return "a margin or tolerance is negative";
    return {};
}

bool fits(const State& state, const std::vector<Variable>& variables)
{
    const auto n = searched_count(variables);
    return state.generation >= 0 && state.mean.size() == n && state.covariance.rows() == n
        && state.covariance.cols() == n && state.mean.allFinite() && state.covariance.allFinite()
        && (!state.best || state.best->x.size() == Eigen::Index(variables.size()));
}

}  // namespace gambol::basin_cma
