// SPDX-License-Identifier: MIT
#include "cio_bench.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/cio/continuation.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/parallel/thread_clock.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

namespace gambol::bench {

namespace {

struct Scheme {
    const char* name;
    CioSolver solver;
    ResidualForm residual;
    PhaseTiming timing;
    NearestPoint nearest = NearestPoint::facing;
};

/// Ours first: the others are measured against it. In the paper all phases take the same time, and
/// patches are drawn to an average over all surfaces.
constexpr Scheme kContenders[] = {
    { "Levenberg-Marquardt, value form", CioSolver::levenberg_marquardt, ResidualForm::value,
        PhaseTiming::free },
    { "Levenberg-Marquardt, paper's form", CioSolver::levenberg_marquardt, ResidualForm::paper,
        PhaseTiming::free },
    { "L-BFGS, exact gradient, value form", CioSolver::lbfgs, ResidualForm::value,
        PhaseTiming::free },
    { "paper's scheme: L-BFGS, differences", CioSolver::paper, ResidualForm::value,
        PhaseTiming::even, NearestPoint::paper },
};

struct Measured {
    cio::StartResult start;
    double seconds = 0;
    bool valid = false;
};

Measured measure(
    Scene scene, const Scheme& contender, double limit = std::numeric_limits<double>::infinity())
{
    cio::Options& options = task_of<cio::Task>(scene).options;
    options.solver = contender.solver;
    options.residual = contender.residual;
    options.timing = contender.timing;
    options.nearest = contender.nearest;
    const cio::Company company = cio::gather(scene);
    Measured measured;
    int shown = 0;
    const double began = thread_cpu_seconds();
    measured.start
        = cio::run_start(company, scene.seed, 0, [&](const cio::StageProgress& progress) {
              if (++shown % 50 == 0)
                  fmt::print(stderr, "{}: stage {} iteration {} cost {:.4g}\n", contender.name,
                      progress.stage + 1, progress.iteration.number, progress.iteration.cost);
              return thread_cpu_seconds() - began < limit;
          });
    if (!measured.start.history.empty())
        measured.seconds = measured.start.history.back().seconds;
    measured.valid = audit(cio::reconstruct(company, measured.start.x).motion).passed();
    return measured;
}

/// When a start first reached a cost in the stage that counts, the last one of ours.
std::optional<double> time_to_reach(const std::vector<CostRow>& history, int stage, double cost)
{
    for (const CostRow& row : history)
        if (row.stage == stage && row.cost <= cost)
            return row.seconds;
    return std::nullopt;
}

Convergence convergence(const Measured& measured)
{
    return { measured.start.history, measured.seconds, measured.start.finished,
        measured.start.cost };
}

void print_speedup(const Speedup& speedup)
{
    switch (speedup.kind) {
    case Speedup::Kind::same_cost:
        fmt::print("\ntime to the final cost of the paper's scheme ({:.4g}): ours {:.2f} s, "
                   "paper's {:.2f} s, ratio {:.0f}\n",
            speedup.cost, speedup.ours, speedup.papers, speedup.ratio());
        break;
    case Speedup::Kind::at_least:
        fmt::print("\ntime to our final cost ({:.4g}): ours {:.2f} s, paper's more than {:.2f} s, "
                   "where it was cut off: ratio ≥ {:.0f}\n",
            speedup.cost, speedup.ours, speedup.papers, std::floor(speedup.ratio()));
        break;
    case Speedup::Kind::not_reached:
        fmt::print(
            "\nours did not reach the final cost of the paper's scheme, {:.4g}\n", speedup.cost);
    }
}

Speedup bench_scene(const Scene& scene, double limit)
{
    fmt::print("{}: one start, seed {}, one core, all stages\n\n", scene.name, scene.seed);
    fmt::print("{:<38} {:>9} {:>10} {:>11} {:>11} {:>8}\n", "", "seconds", "iterations",
        "evaluations", "final cost", "valid");
    std::vector<Measured> results;
    for (const Scheme& contender : kContenders) {
        results.push_back(measure(scene, contender, limit));
        const Measured& m = results.back();
        fmt::print("{:<38} {:>9.2f} {:>10} {:>11} {:>11.4g} {:>8}\n", contender.name, m.seconds,
            m.start.iterations, m.start.evaluations, m.start.cost,
            !m.start.finished ? "cut off"
                : m.valid     ? "yes"
                              : "no");
        std::fflush(stdout);
    }
    return compare(convergence(results.front()), convergence(results.back()));
}

}  // namespace

Speedup compare(const Convergence& ours, const Convergence& papers)
{
    const int last = ours.history.empty() ? 0 : ours.history.back().stage;
    // Costs compare within a stage only: weights change between stages.
    const bool comparable = !papers.history.empty() && papers.history.back().stage == last;
    if (!papers.finished && !(comparable && papers.cost <= ours.cost))
        return { Speedup::Kind::at_least, ours.cost, ours.seconds, papers.seconds };
    const auto reached = time_to_reach(ours.history, last, papers.cost);
    if (!reached)
        return { Speedup::Kind::not_reached, papers.cost, 0, papers.seconds };
    return { Speedup::Kind::same_cost, papers.cost, *reached, papers.seconds };
}

int bench_cio(const CioArguments& arguments)
{
    std::vector<io::Override> overrides;
    if (arguments.seed)
        overrides.push_back({ "seed", std::to_string(*arguments.seed) });
    std::vector<Scene> scenes;
    for (const std::string& path : arguments.scenes)
        scenes.push_back(io::read_job(path, overrides).scene);
    int code = 0;
    for (const Scene& scene : scenes) {
        const Speedup speedup = bench_scene(scene, arguments.limit);
        print_speedup(speedup);
        if (scenes.size() > 1)
            fmt::print("\n");
        std::fflush(stdout);
        if (speedup.kind == Speedup::Kind::not_reached)
            code = 3;
    }
    return code;
}

int bench_cio_forms(const CioFormsArguments& arguments)
{
    const int starts = arguments.starts;
    Scene scene = io::read_job(arguments.scene).scene;

    fmt::print("{}: {} single starts, seeds 1 to {}, one core\n\n", scene.name, starts, starts);
    fmt::print("{:<38} {:>6} {:>9} {:>10}\n", "", "valid", "seconds", "iterations");
    for (const Scheme& contender : { kContenders[0], kContenders[1] }) {
        int valid = 0, iterations = 0;
        double seconds = 0;
        for (int seed = 1; seed <= starts; ++seed) {
            scene.seed = std::uint64_t(seed);
            const Measured m = measure(scene, contender);
            valid += m.valid;
            seconds += m.seconds / starts;
            iterations += m.start.iterations;
        }
        fmt::print(
            "{:<38} {:>6} {:>9.2f} {:>10}\n", contender.name, valid, seconds, iterations / starts);
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace gambol::bench
