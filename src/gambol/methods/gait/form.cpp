// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/form.hpp"

#include "gambol/solve/box_quasi_newton.hpp"

#include <cassert>
#include <cmath>
#include <limits>

namespace gambol::gait {

namespace {

using Eigen::VectorXd;

constexpr double kDifference = 1e-4;  // of logarithms: truncation and rounding both below 1e-7
constexpr double kAtBound = 1e-3;  // of logarithms

double geometric_mean(const VectorXd& values)
{
    return values.size() > 0 ? std::exp(values.array().log().mean()) : 1;
}

/// λ times how far values are from the side of their bounds that λ speaks of.
double weighed(const VectorXd& multipliers, const VectorXd& values, const Bounds& bounds)
{
    double sum = 0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const double bound = multipliers[i] > 0 ? bounds.upper[i] : bounds.lower[i];
        if (std::isfinite(bound))
            sum += multipliers[i] * (values[i] - bound);
    }
    return sum;
}

std::string bound_name(const FormVariable& variable, bool upper)
{
    return variable.segment + ": "
        + (variable.is_length ? (upper ? "longest" : "shortest")
                              : (upper ? "thickest" : "thinnest"))
        + " allowed";
}

}  // namespace

std::vector<FormVariable> form_variables(const Character& body, const FormRequest& request)
{
    std::vector<FormVariable> variables;
    for (const auto& [part, range] : request.ranges)
        for (const std::string& segment : segments_of(body, part)) {
            if (request.lengths)
                variables.push_back({ segment, true, range });
            if (request.radii)
                variables.push_back({ segment, false, range });
        }
    return variables;
}

Proportions proportions_of(const std::vector<FormVariable>& variables, const VectorXd& logs)
{
    assert(Eigen::Index(variables.size()) == logs.size());
    Proportions proportions;
    for (size_t i = 0; i < variables.size(); ++i) {
        Proportion& one = proportions[variables[i].segment];
        (variables[i].is_length ? one.length : one.radius) = std::exp(logs[Eigen::Index(i)]);
    }
    return proportions;
}

FormProblem::FormProblem(const Character& body, std::vector<FormVariable> variables,
    const Timing& timing, double speed, const Settings& settings)
    : body_(body)
    , variables_(std::move(variables))
    , timing_(timing)
    , speed_(speed)
    , settings_(settings)
    , units_(own_units(body))
{
    const Animal as_it_is = make_animal(body);
    for (const Foot& foot : as_it_is.feet)
        soles_.push_back(foot.has_sole());
    settings_.objective.muscles = true;
    settings_.objective.lever_unit
        = geometric_mean(as_it_is.lever.tail(as_it_is.dofs() - kRootDofs));
}

Character FormProblem::body(const VectorXd& logs) const
{
    return scaled(body_, proportions_of(variables_, logs));
}

Animal FormProblem::animal(const VectorXd& logs) const
{
    return make_animal(body(logs), units_, settings_.treadmill(speed_));
}

TimingSolution FormProblem::solve(
    const VectorXd& logs, const Cycle* from, const TimingSolveOptions& options) const
{
    const Animal own = animal(logs);
    for (size_t f = 0; f < soles_.size(); ++f)
        if (own.feet[f].has_sole() != soles_[f]) {
            TimingSolution none;  // feet so short that they count as points: another problem
            none.violation = std::numeric_limits<double>::infinity();
            return none;
        }
    return from ? refine_cycle(own, *from, settings_, options)
                : solve_timing(own, timing_, speed_, settings_, options);
}

double FormProblem::lagrangian(const VectorXd& logs, const TimingSolution& at) const
{
    const Animal own = animal(logs);
    GaitProblem problem(own, timing_, speed_, settings_);
    VectorXd c;
    const double f = problem.values(at.x, c);
    assert(c.size() == at.multipliers.size());
    return GaitProblem::cost(f + weighed(at.multipliers, c, problem.row_bounds())
        + weighed(at.variable_multipliers, at.x, problem.variable_bounds()));
}

VectorXd FormProblem::gradient(const VectorXd& logs, const TimingSolution& at) const
{
    VectorXd result(logs.size());
    for (Eigen::Index i = 0; i < logs.size(); ++i) {
        VectorXd more = logs, less = logs;
        more[i] += kDifference;
        less[i] -= kDifference;
        result[i] = (lagrangian(more, at) - lagrangian(less, at)) / (2 * kDifference);
    }
    return result;
}

FormResult optimise_form(const Character& body, const Timing& timing, double speed,
    const Settings& settings, const FormRequest& request, const FormOptions& options)
{
    const Units units = own_units(body);
    const std::vector<FormVariable> variables = form_variables(body, request);
    Settings own = settings;
    own.head_height = request.head_height / units.leg;
    const FormProblem problem(
        body, variables, timing, speed / std::sqrt(kGravity * units.leg), own);

    FormResult result;
    const auto wanted = [&] { return !options.solve.wanted || options.solve.wanted(); };
    const Eigen::Index n = Eigen::Index(variables.size());
    const VectorXd ones = VectorXd::Zero(n);
    VectorXd logs = options.start.size() == n ? options.start : ones;
    TimingSolution best = problem.solve(ones, nullptr, options.solve);
    result.solves = 1;
    result.cost_before
        = best.violation <= kFeasible ? best.cost : std::numeric_limits<double>::infinity();
    result.cycle_before = best.cycle;
    if (logs != ones) {
        best = problem.solve(logs, nullptr, options.solve);
        ++result.solves;
    }
    result.found = best.violation <= kFeasible;
    result.cost = best.cost;
    result.cycle = best.cycle;
    result.body = body;
    if (!result.found || n == 0 || !wanted()) {
        result.stopped = !wanted();
        return result;
    }

    TimingSolution last = best;
    bool first = true;
    const auto evaluate = [&](const VectorXd& at) -> Slope {
        if (!first) {
            last = problem.solve(at, &best.cycle, options.solve);
            ++result.solves;
        }
        first = false;
        if (last.violation > kFeasible || !wanted())
            return { std::numeric_limits<double>::infinity(), VectorXd::Zero(n) };
        return { last.cost, problem.gradient(at, last) };
    };
    BoxOptions box;
    box.max_evaluations = request.max_solves;
    box.on_iteration = [&](const Iteration& iteration) {
        best = last;
        result.steps = iteration.number;
        result.stopped = !wanted()
            || (options.on_step
                && !options.on_step({ iteration.number, result.solves, result.cost_before,
                    best.cost, proportions_of(variables, *iteration.x) }));
        return !result.stopped;
    };
    VectorXd lower(n), upper(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        lower[i] = std::log(1 - variables[size_t(i)].range);
        upper[i] = std::log(1 + variables[size_t(i)].range);
    }
    (void)minimise_in_box(evaluate, lower, upper, logs, box);
    result.stopped = result.stopped || !wanted();
    result.proportions = proportions_of(variables, logs);
    result.body = with_level_feet(problem.body(logs));
    result.cost = best.cost;
    result.cycle = best.cycle;
    for (Eigen::Index i = 0; i < n; ++i)
        if (const bool high = upper[i] - logs[i] < kAtBound; high || logs[i] - lower[i] < kAtBound)
            result.at_bounds.push_back(bound_name(variables[size_t(i)], high));
    return result;
}

}  // namespace gambol::gait
