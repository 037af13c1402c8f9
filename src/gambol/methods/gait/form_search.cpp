// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/form_search.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

using basin_cma::Role;
using basin_cma::Variable;
using Eigen::VectorXd;

constexpr double kSpread = 0.5;  // deviation of the first generation, of the way to a bound

}  // namespace

FormSearchResult search_form(const Character& body, const TimingSpace& space, double speed,
    const Settings& settings, const FormRequest& request, const SearchOptions& options,
    const OnGeneration& on_generation)
{
    const std::vector<FormVariable> changes = form_variables(body, request);
    std::vector<Variable> variables = space.variables();
    const Eigen::Index timings = Eigen::Index(variables.size()),
                       count = Eigen::Index(changes.size());
    for (const FormVariable& one : changes)
        variables.push_back({ Role::search_only, std::log(1 - one.range), std::log(1 + one.range),
            0, kSpread * one.range });
    Settings own = settings;
    own.head_height = request.head_height / own_units(body).leg;
    const auto timing_of = [&](const VectorXd& x) { return space.timing(x.head(timings)); };

    basin_cma::Options cma;
    cma.samples = options.samples;
    cma.elites = options.elites;
    cma.seed = options.seed;
    cma.violation_tolerance = kFeasible;
    cma.plausible = [&](const VectorXd& x) { return space.plausible(timing_of(x)); };
    basin_cma::Search search(variables, cma);
    const auto solve = [&](const VectorXd& x, double hopeless, int) {
        TimingSolveOptions solving = options.solve;
        solving.hopeless_cost = hopeless;
        const FormProblem problem(body, changes, timing_of(x), speed, own);
        const TimingSolution solution = problem.solve(x.tail(count), nullptr, solving);
        return basin_cma::Evaluation { x, solution.cost, solution.cut ? 0 : solution.violation,
            solution.cut };
    };
    FormSearchResult result;
    const auto wanted = [&] { return !options.solve.wanted || options.solve.wanted(); };
    while (
        search.state().generation < options.generations && search.spread() > options.contracted) {
        const std::vector<basin_cma::Evaluation> generation
            = basin_cma::evaluate_generation(search, solve, options.threads);
        if (!wanted())
            break;  // half a generation is worth nothing
        search.tell(generation);
        const int feasible = int(std::count_if(generation.begin(), generation.end(),
            [&](const basin_cma::Evaluation& e) { return search.feasible(e); }));
        result.solves += int(generation.size());
        result.feasible += feasible;
        const double best = search.state().best ? search.state().best->cost : result.cost;
        if (on_generation
            && !on_generation({ search.state().generation, options.generations, best,
                search.spread(), feasible, options.samples, search.state() }))
            break;
    }
    if (const auto& best = search.state().best) {
        result.timing = timing_of(best->x);
        result.logs = best->x.tail(count);
        result.cost = best->cost;
        result.found = search.feasible(*best);
    }
    return result;
}

}  // namespace gambol::gait
