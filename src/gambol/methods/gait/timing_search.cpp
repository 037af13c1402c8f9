// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/timing_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol::gait {

namespace {

using basin_cma::Role;
using basin_cma::Variable;
using Eigen::VectorXd;

// Own units: strides of running mice to walking elephants.
const Variable kPeriod { Role::search_only, TimingLimits::kShortestPeriod,
    TimingLimits::kLongestPeriod, 3, 1.2 };
const Variable kDuty { Role::search_only, TimingLimits::kLeastDuty, TimingLimits::kMostDuty, 0.5,
    0.25 };

constexpr double kHopelessMargin = 0.5;  // costs still fall by a third after a verdict

}  // namespace

TimingSpace::TimingSpace(const Animal& animal, double speed, const Settings& settings,
    const Asked& period, std::vector<FootRequest> feet)
    : animal_(animal)
    , speed_(speed)
    , settings_(settings)
{
    feet.resize(animal.feet.size());
    period_ = entry(period, kPeriod);
    for (size_t f = 0; f < feet.size(); ++f) {
        const int mirror = animal.feet[f].mirror;
        const bool follows = settings.symmetric && mirror < int(f);
        leaders_.push_back(follows ? mirror : -1);
        starts_.emplace_back();
        duties_.emplace_back();
        if (follows)
            continue;
        duties_[f] = entry(feet[f].duty, kDuty);
        const double usual = double(f) / double(feet.size());
        if (feet[f].start)
            starts_[f] = { *feet[f].start, -1 };
        else if (f > 0)
            starts_[f] = { 0, add({ Role::search_only, 0, 1, usual, 0.4, true }) };
    }
}

int TimingSpace::add(const Variable& variable)
{
    variables_.push_back(variable);
    return int(variables_.size()) - 1;
}

TimingSpace::Entry TimingSpace::entry(const Asked& asked, Variable usual)
{
    if (asked.is_value())
        return { asked.lower, -1 };
    if (std::isfinite(asked.lower))
        usual.lower = asked.lower;
    if (std::isfinite(asked.upper))
        usual.upper = asked.upper;
    // Where bounds are narrow the search begins in their middle.
    const double half = (usual.upper - usual.lower) / 2;
    usual.deviation = std::min(usual.deviation, half);
    usual.mean
        = std::clamp(usual.mean, usual.lower + usual.deviation, usual.upper - usual.deviation);
    return { 0, add(usual) };
}

double TimingSpace::read(const Entry& entry, const VectorXd& variables) const
{
    return entry.variable >= 0 ? variables[entry.variable] : entry.value;
}

Timing TimingSpace::timing(const VectorXd& variables) const
{
    Timing timing;
    timing.period = read(period_, variables);
    for (size_t f = 0; f < starts_.size(); ++f) {
        if (leaders_[f] >= 0) {
            const FootTiming& leader = timing.feet[size_t(leaders_[f])];
            timing.feet.push_back(
                { leader.start < 0.5 ? leader.start + 0.5 : leader.start - 0.5, leader.duty });
        } else {
            timing.feet.push_back({ read(starts_[f], variables), read(duties_[f], variables) });
        }
    }
    return timing;
}

bool TimingSpace::plausible(const Timing& timing) const
{
    double bearing = 0;  // legs, on average
    double shortest = 1;
    for (const FootTiming& foot : timing.feet) {
        bearing += foot.duty - 2.0 / settings_.frames;
        shortest = std::min(shortest, foot.duty);
    }
    const double peak = settings_.limits(animal_).peak_force;
    return reach(animal_, timing, speed_) <= TimingLimits::kLongestReach && peak * bearing > 1
        && shortest * settings_.frames >= TimingLimits::kLeastFrames;
}

TimingSearchResult search_timing(const Animal& animal, double speed, const Settings& settings,
    const TimingSpace& space, const SearchOptions& options, const OnGeneration& on_generation,
    const std::optional<basin_cma::State>& from)
{
    basin_cma::Options cma;
    cma.samples = options.samples;
    cma.elites = options.elites;
    cma.seed = options.seed;
    cma.violation_tolerance = kFeasible;
    cma.hopeless_margin = kHopelessMargin;
    cma.plausible = [&](const VectorXd& x) { return space.plausible(space.timing(x)); };
    basin_cma::Search search = from && basin_cma::fits(*from, space.variables())
        ? basin_cma::Search(space.variables(), cma, *from)
        : basin_cma::Search(space.variables(), cma);

    const auto solve = [&](const VectorXd& x, double hopeless, int) {
        TimingSolveOptions solving = options.solve;
        solving.hopeless_cost = hopeless;
        const TimingSolution solution
            = solve_timing(animal, space.timing(x), speed, settings, solving);
        // Those that were cut were nearly feasible; what is left of their violation says nothing.
        return basin_cma::Evaluation { x, solution.cost, solution.cut ? 0 : solution.violation,
            solution.cut };
    };
    TimingSearchResult result;
    basin_cma::Course course;
    course.more = [&](const basin_cma::Search& now) {
        return now.state().generation < options.generations && now.spread() > options.contracted;
    };
    course.wanted = options.solve.wanted;
    course.on_generation
        = [&](const basin_cma::Search& now, const std::vector<basin_cma::Evaluation>& generation) {
              const int feasible = int(std::count_if(generation.begin(), generation.end(),
                  [&](const basin_cma::Evaluation& e) { return now.feasible(e); }));
              result.solves += int(generation.size());
              result.feasible += feasible;
              const double best = now.state().best ? now.state().best->cost : result.cost;
              return !on_generation
                  || on_generation({ now.state().generation, options.generations, best,
                      now.spread(), feasible, options.samples, now.state() });
          };
    ThreadCrew threads(options.threads);
    basin_cma::run(search, solve, options.crew ? *options.crew : threads, course);
    if (const auto& best = search.state().best) {
        result.timing = space.timing(best->x);
        result.cost = best->cost;
        result.found = search.feasible(*best);
    }
    return result;
}

}  // namespace gambol::gait
