// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/gait.hpp"

#include "gambol/methods/gait/reconstruct.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol::gait {

namespace {

// Between frames closer than this (own units, 6 to 10 ms) the audit finds less than a hundredth of
// the weight missing.
constexpr double kFinestStep = 0.025;

bool feet_in_pairs(const Animal& animal)
{
    for (size_t f = 0; f < animal.feet.size(); ++f)
        if (animal.feet[f].mirror == int(f))
            return false;
    return animal.has_mirror;
}

Settings settings_of(const Task& task, const Animal& animal)
{
    Settings settings;
    settings.frames = task.frames;
    settings.symmetric = task.symmetric && feet_in_pairs(animal);
    settings.friction = task.friction;
    if (task.cost == Task::Cost::paper)
        settings.objective = paper_objective(animal);
    return settings;
}

TimingSpace space_of(const Task& task, const Animal& animal, const Settings& settings)
{
    std::vector<FootRequest> feet(animal.feet.size());
    for (size_t f = 0; f < feet.size(); ++f)
        if (const auto found = task.feet.find(animal.feet[f].name); found != task.feet.end())
            feet[f] = found->second;
    std::optional<double> period;
    if (task.period)
        period = *task.period / animal.time_unit();
    return { animal, task.speed / animal.speed_unit(), settings, period, feet };
}

int fine_frames(const Cycle& cycle)
{
    const int frames = int(std::ceil(cycle.timing.period / kFinestStep));
    return std::max(cycle.frames(), frames + frames % 2);
}

void add_figures(const Animal& animal, const Settings& settings, const TimingSearchResult& search,
    const TimingSolution& solution, Result& result)
{
    const Cycle& cycle = solution.cycle;
    const double period = cycle.timing.period * animal.time_unit();
    double duty = 0;
    for (const FootTiming& foot : cycle.timing.feet)
        duty += foot.duty / double(cycle.timing.feet.size());
    result.figures = { { "froude", cycle.speed * cycle.speed, "" }, { "period", period, "s" },
        { "period_of_usual", cycle.timing.period / usual_period(cycle.speed), "" },
        { "stride", period * cycle.speed * animal.speed_unit(), "m" }, { "duty", duty, "" },
        { "cost_of_transport", cost_of_transport(animal, cycle, settings), "" },
        { "cost", solution.cost, "" }, { "violation", solution.violation, "" },
        { "timings_solved", double(search.solves), "" },
        { "timings_feasible", double(search.feasible), "" },
        { "frames", double(cycle.frames()), "" } };
}

}  // namespace

std::string complaint(const Task& task)
{
    if (std::none_of(task.body.limbs.begin(), task.body.limbs.end(),
            [](const Limb& limb) { return limb.support; }))
        return "the body has no legs: no limb says that it stands on it";
    if (!(task.speed > 0))
        return "the speed must be above 0";
    const Animal animal = make_animal(task.body);
    for (const auto& [name, foot] : task.feet) {
        const auto has_name = [&, &wanted = name](const Foot& f) { return f.name == wanted; };
        if (std::none_of(animal.feet.begin(), animal.feet.end(), has_name))
            return "the body has no leg named '" + name + "'";
        if (foot.duty && !(*foot.duty > 0 && *foot.duty < 1))
            return "the duty of '" + name + "' must lie between 0 and 1";
    }
    const Settings settings = settings_of(task, animal);
    if (task.symmetric && settings.symmetric)
        for (const Foot& foot : animal.feet)
            if (task.feet.count(foot.name) && animal.feet[size_t(foot.mirror)].name < foot.name
                && task.feet.count(animal.feet[size_t(foot.mirror)].name))
                return "both '" + foot.name + "' and '" + animal.feet[size_t(foot.mirror)].name
                    + "' are given, which contradict each other in a symmetric gait: give one, or "
                      "symmetric: false";
    const TimingSpace space = space_of(task, animal, settings);
    // The quickest and shortest steps that are allowed must reach.
    Eigen::VectorXd least(Eigen::Index(space.variables().size()));
    for (Eigen::Index i = 0; i < least.size(); ++i)
        least[i] = space.variables()[size_t(i)].lower;
    if (reach(animal, space.timing(least), task.speed / animal.speed_unit()) > 1.8)
        return "the legs cannot reach as far as this speed asks for with any timing allowed";
    return {};
}

Result solve(const Task& task, const OnGeneration& on_generation,
    const std::optional<basin_cma::State>& from)
{
    assert(complaint(task).empty());
    const Animal animal = make_animal(task.body);
    Settings settings = settings_of(task, animal);
    const double speed = task.speed / animal.speed_unit();
    const TimingSpace space = space_of(task, animal, settings);

    Result result;
    if (task.symmetric && !settings.symmetric)
        result.warnings.push_back({ "the feet of this body do not come in mirrored pairs",
            "symmetric: false; the gait was searched without symmetry" });
    TimingSearchResult search;
    if (space.variables().empty()) {
        search.timing = space.timing(Eigen::VectorXd());
    } else {
        bool wanted = true;
        search = search_timing(
            animal, speed, settings, space, task.search,
            [&](const SearchProgress& progress) {
                return wanted = !on_generation || on_generation(progress);
            },
            from);
        result.stopped = !wanted || (task.search.solve.wanted && !task.search.solve.wanted());
        if (!search.found)
            return result;
    }
    TimingSolution best = solve_timing(animal, search.timing, speed, settings);
    Settings fine = settings;
    fine.frames = fine_frames(best.cycle);
    TimingSolution finer = refine_cycle(animal, best.cycle, fine);
    if (finer.violation > kFeasible)
        finer = solve_timing(animal, search.timing, speed, fine);
    if (finer.violation <= kFeasible) {
        best = std::move(finer);
        settings = fine;
    }
    result.cycle = best.cycle;
    result.cost = best.cost;
    result.found = best.violation <= kFeasible;
    if (!result.found)
        return result;
    add_figures(animal, settings, search, best, result);
    result.motion = reconstruct(task.name, task.body, animal, best.cycle, settings, task.cycles);
    return result;
}

}  // namespace gambol::gait
