// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/gait.hpp"

#include "gambol/methods/gait/reconstruct.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace gambol::gait {

namespace {

// Costs that differ by less are the same.
constexpr double kLimpTie = 0.01;
constexpr double kTogetherTie = 0.04;  // as those of a horse's trots and running walks do

/// Of all threads [s].
double cpu_seconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// Enough that searches from other seeds find the same gait: 16 for a symmetric quadruped, 24 for
/// one whose legs are all free.
int usual_samples(const Study& study)
{
    return 8 + 2 * int(study.space().variables().size());
}

SearchOptions options_of(const Scene& scene, const Study& study, const Watcher& watcher)
{
    const SearchEffort& effort = study.task().search;
    SearchOptions options;
    options.generations = effort.generations;
    options.samples = effort.samples > 0 ? effort.samples : usual_samples(study);
    options.elites = std::max(1, options.samples / 3);
    options.seed = scene.seed;
    options.threads = watcher.threads;
    options.crew = watcher.crew;
    options.solve.wanted = watcher.wanted;
    return options;
}

void add_figures(const Study& study, const Settings& settings, const Checkpoint& counts,
    const TimingSolution& solution, Result& result)
{
    const Animal& animal = study.animal();
    const Cycle& cycle = solution.cycle;
    const double period = cycle.timing.period * animal.time_unit();
    double duty = 0;
    for (const FootTiming& foot : cycle.timing.feet)
        duty += foot.duty / double(cycle.timing.feet.size());
    result.figures = { { "speed", study.task().speed, "m/s" },
        { "froude", cycle.speed * cycle.speed, "" }, { "period", period, "s" },
        { "period_of_usual", cycle.timing.period / usual_period(cycle.speed), "" },
        { "stride", period * cycle.speed * animal.speed_unit(), "m" },
        { "hip_height", animal.leg, "m" }, { "duty", duty, "" },
        { "cost_of_transport", cost_of_transport(animal, cycle, settings), "" },
        { "cost", solution.cost, "" }, { "violation", solution.violation, "" },
        { "timings_solved", double(counts.solves), "" },
        { "timings_feasible", double(counts.feasible), "" },
        { "frames", double(cycle.frames()), "per period" } };
}

/// What springs became, in SI units; left and right have the same, so one of them is named.
void add_spring_figures(const Study& study, const Cycle& cycle, Result& result)
{
    if (cycle.springs.size() == 0)
        return;
    const Animal& animal = study.animal();
    const Springs springs(animal);
    const double unit = animal.mass * kGravity * animal.leg;  // N m
    const std::vector<std::string>& names = result.motion.characters.front().joints.names;
    for (int i = 0; i < springs.count(); ++i) {
        const std::string& name = names[size_t(springs.leader(i) - kRootDofs)];
        const auto numbers = cycle.springs.col(i);
        const double k = numbers[Springs::stiffness];
        result.figures.push_back({ name + "_spring", unit * k, "N m/rad" });
        result.figures.push_back(
            { name + "_spring_rest", k > 0 ? numbers[Springs::offset] / k : 0, "rad" });
        result.figures.push_back({ name + "_damper",
            unit * animal.time_unit() * numbers[Springs::damping], "N m s/rad" });
    }
}

/// The search, with its counts and history kept where checkpoints can take them up.
TimingSearchResult search(const Scene& scene, const Study& study, const Watcher& watcher,
    Checkpoint& so_far, Result& result)
{
    const SearchOptions options = options_of(scene, study, watcher);
    const double before = so_far.history.empty() ? 0 : so_far.history.back().seconds;
    const double began = cpu_seconds();
    bool wanted = true;
    const auto on_generation = [&](const SearchProgress& progress) {
        so_far.state = progress.state;
        so_far.solves += progress.samples;
        so_far.feasible += progress.feasible;
        if (std::isfinite(progress.best_cost))
            so_far.history.push_back(
                { 0, 0, progress.generation, before + cpu_seconds() - began, progress.best_cost });
        wanted = !watcher.on_generation || watcher.on_generation(study, progress, so_far);
        return wanted;
    };
    std::optional<basin_cma::State> from;
    if (watcher.from)
        from = watcher.from->state;
    TimingSearchResult found = search_timing(study.animal(), study.speed(), study.settings(),
        study.space(), options, on_generation, from);
    result.stopped = !wanted || (watcher.wanted && !watcher.wanted());
    result.ended = result.stopped                        ? "stopped"
        : so_far.state.generation >= options.generations ? "all generations"
                                                         : "contracted";
    return found;
}

/// Costs are flat about the best timing, so that searches end with a limp, or with feet that touch
/// down shortly after each other, which saves next to nothing and differs from seed to seed. Where
/// the same gait without that costs as much, that one is taken.
Timing tidied(const Scene& scene, const Study& study, const Watcher& watcher,
    const TimingSearchResult& found, Checkpoint& counts)
{
    Timing timing = found.timing;
    const auto take = [&](const std::optional<Timing>& instead, double tie) {
        if (!instead || !study.allows(*instead))
            return false;
        const TimingSolution solution
            = study.sketch(*instead, options_of(scene, study, watcher).solve);
        const bool feasible = solution.violation <= kFeasible;
        ++counts.solves;
        counts.feasible += feasible;
        const bool taken = feasible && solution.cost <= (1 + tie) * found.cost;
        if (taken)
            timing = *instead;
        return taken;
    };
    const bool even = study.settings().symmetric
        || (study.animal().has_mirror && take(evened(study.animal(), timing), kLimpTie));
    if (even)
        (void)take(together(timing), kTogetherTie);
    return timing;
}

/// Better proportions for this timing; the body goes into the result if there are any.
void reshape(const Scene& scene, const Study& study, const Timing& timing, const Watcher& watcher,
    Result& result)
{
    FormOptions options;
    options.solve.wanted = watcher.wanted;
    options.on_step = watcher.on_form;
    const FormResult form = optimise_form(scene.characters.front().body, timing, study.task().speed,
        study.settings(), *study.task().form, options);
    result.solves += form.solves;
    if (!form.found || form.proportions.empty()) {
        result.warnings.push_back({ "no proportions were found to begin with",
            "another speed, or a lower gait.form.head_height" });
        return;
    }
    for (const auto& [segment, factors] : form.proportions) {
        result.figures.push_back({ segment + "_length", factors.length, "of before" });
        result.figures.push_back({ segment + "_radius", factors.radius, "of before" });
    }
    result.figures.push_back({ "form_cost_before", form.cost_before, "" });
    result.figures.push_back({ "form_cost", form.cost, "" });
    for (const std::string& bound : form.at_bounds)
        result.warnings.push_back({ "form: " + bound, "a wider range in gait.form" });
    result.body = form.body;
}

}  // namespace

Result solve(const Scene& scene, const Task& task, const Watcher& watcher)
{
    const Study study(scene, task);
    Result result;
    if (task.symmetric && !study.settings().symmetric)
        result.warnings.push_back({ "the two sides of this body are not alike",
            "symmetric: false; the gait was searched without symmetry" });
    Checkpoint counts = watcher.from.value_or(Checkpoint());
    Timing timing;
    if (study.space().variables().empty()) {
        timing = study.space().timing(Eigen::VectorXd());
        result.ended = "timing was given";
        counts.solves = 1;
    } else {
        const TimingSearchResult found = search(scene, study, watcher, counts, result);
        timing = found.found ? tidied(scene, study, watcher, found, counts) : study.usual_timing();
        if (!found.found)
            result.warnings.push_back(
                { result.stopped ? "stopped before any timing was solved; this is the usual one"
                                 : "no timing that was tried can be kept; this is the usual one",
                    result.stopped ? "more time" : "another speed, or fewer timings given" });
    }
    Scene last = scene;
    if (task.form) {
        reshape(scene, study, timing, watcher, result);
        last.characters.front().body = result.body.value_or(last.characters.front().body);
    }
    if (watcher.on_finish)
        watcher.on_finish();
    const std::vector<Figure> of_form = std::move(result.figures);
    const Study final_study(last, task);
    timing.period *= study.animal().time_unit() / final_study.animal().time_unit();
    Settings used;
    const TimingSolution best = final_study.finish(timing, used);
    result.cycle = best.cycle;
    result.cost = best.cost;
    result.solves += counts.solves;
    result.history = counts.history;
    result.found = best.violation <= kFeasible;
    if (!result.found)
        result.warnings.push_back({ "the cycle breaks its constraints",
            "another speed or period, or fewer timings given" });
    add_figures(final_study, used, counts, best, result);
    result.figures.insert(result.figures.end(), of_form.begin(), of_form.end());
    result.motion = final_study.motion(best.cycle, used, task.cycles);
    add_spring_figures(final_study, best.cycle, result);
    return result;
}

}  // namespace gambol::gait
