// SPDX-License-Identifier: MIT
// `method: gait`: searches the timing of a gait, watched [Wampler 2009]. What stops it keeps the
// best gait so far. docs/gait.md.
#include "gambol/methods/gait/gait.hpp"
#include "gambol/methods/method.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>

namespace gambol::gait {

namespace {

constexpr double kShareOfSearch = 0.9;  // of the time; then the best timing is solved again
constexpr int kPreviewCycles = 2;

std::string describe(const SearchProgress& progress)
{
    std::ostringstream text;
    text.precision(4);
    text << "generation " << progress.generation << '/' << progress.generations << "  best ";
    if (std::isfinite(progress.best_cost))
        text << progress.best_cost;
    else
        text << "none";
    text.precision(2);
    text << "  spread " << progress.spread << "  feasible " << progress.feasible << '/'
         << progress.samples;
    return text.str();
}

/// How far the search is: it ends with its last generation, or when it has contracted.
double fraction_of(const SearchProgress& progress)
{
    const double told = double(progress.generation) / progress.generations;
    const double contracted
        = std::log(std::min(1.0, progress.spread)) / std::log(SearchOptions().contracted);
    return kShareOfSearch * std::clamp(std::max(told, contracted), 0.0, 1.0);
}

/// The best gait so far, as coarse as the search has it; null when there is none.
std::shared_ptr<const Motion> preview(const Study& study, const basin_cma::State& state)
{
    if (!state.best)
        return nullptr;
    const TimingSolution sketch = study.sketch(study.space().timing(state.best->x));
    if (sketch.violation > kFeasible)
        return nullptr;
    return std::make_shared<Motion>(study.motion(sketch.cycle, study.settings(), kPreviewCycles));
}

Progress progress_of(const SearchProgress& search, bool before_form)
{
    Progress progress;
    progress.stages = before_form ? 3 : 2;
    progress.stage_name = "search";
    progress.iteration = search.generation;
    progress.cost = std::isfinite(search.best_cost) ? search.best_cost : 0;
    progress.fraction = fraction_of(search);
    progress.detail = describe(search);
    progress.figures = { { "generation", double(search.generation), "" },
        { "generations", double(search.generations), "" }, { "best", progress.cost, "" },
        { "spread", search.spread, "of that at the start" },
        { "feasible", double(search.feasible) / search.samples, "of this generation" } };
    return progress;
}

/// Steps towards better proportions, of which nobody knows how many there will be.
Progress progress_of(const FormProgress& form, int most_solves)
{
    std::ostringstream text;
    text.precision(4);
    text << "form: step " << form.step << "  cost " << form.cost << "  before " << form.cost_before;
    Progress progress;
    progress.stage = 1;
    progress.stages = 3;
    progress.stage_name = "form";
    progress.iteration = form.step;
    progress.cost = form.cost;
    progress.fraction = kShareOfSearch
        + (1 - kShareOfSearch) / 2 * std::min(1.0, double(form.solves) / most_solves);
    progress.detail = text.str();
    progress.figures = { { "step", double(form.step), "" }, { "solves", double(form.solves), "" } };
    return progress;
}

Progress finishing(bool after_form)
{
    Progress progress;
    progress.stages = after_form ? 3 : 2;
    progress.stage = progress.stages - 1;
    progress.stage_name = "finish";
    progress.fraction = kShareOfSearch;
    progress.detail = "solving the best timing with more frames";
    return progress;
}

}  // namespace

MethodResult run(const Scene& scene, const Task& task, RunWatch& watch)
{
    Watcher watcher;
    watcher.threads = watch.threads();
    watcher.crew = watch.crew();
    watcher.wanted = [&] { return watch.go_on(); };
    watcher.from = decode(watch.resume_from(scene));
    watcher.on_generation
        = [&](const Study& study, const SearchProgress& search, const Checkpoint& checkpoint) {
              watch.store_checkpoint(encode(checkpoint));
              Progress progress = progress_of(search, task.form.has_value());
              if (watch.wants_preview())
                  progress.preview = preview(study, search.state);
              return watch.tell(std::move(progress));
          };
    watcher.on_form = [&](const FormProgress& form) {
        return watch.tell(progress_of(form, task.form->max_solves));
    };
    watcher.on_finish = [&] { (void)watch.tell(finishing(task.form.has_value())); };
    Result found = solve(scene, task, watcher);
    MethodResult result;
    result.solved = found.found;
    result.motion = std::move(found.motion);
    const std::string stopped = watch.stopped_because();
    result.stopped_because = stopped.empty() ? found.ended : stopped;
    result.iterations = found.history.empty() ? 0 : found.history.back().iteration;
    result.evaluations = found.solves;
    result.history = std::move(found.history);
    result.figures = std::move(found.figures);
    result.warnings = std::move(found.warnings);
    result.body = std::move(found.body);
    result.audit_advice = "another seed, or a period that is given";
    return result;
}

}  // namespace gambol::gait
