// SPDX-License-Identifier: MIT
#include "cio_bench.hpp"

#include "gambol/io/scene_reader.hpp"
#include "gambol/methods/cio/continuation.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "gambol/motion/audit.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

namespace gambol::bench {

namespace {

struct Contender {
    const char* name;
    CioSolver solver;
    ResidualForm residual;
};

/// Ours first: the others are measured against it.
constexpr Contender kContenders[] = {
    { "Levenberg-Marquardt, value form", CioSolver::levenberg_marquardt, ResidualForm::value },
    { "Levenberg-Marquardt, paper's form", CioSolver::levenberg_marquardt, ResidualForm::paper },
    { "L-BFGS, exact gradient, value form", CioSolver::lbfgs, ResidualForm::value },
    { "paper's scheme: L-BFGS, differences", CioSolver::paper, ResidualForm::value },
};

struct Measured {
    cio::StartResult start;
    double seconds = 0;
    bool valid = false;
};

Measured measure(Scene scene, const Contender& contender)
{
    scene.cio.solver = contender.solver;
    scene.cio.residual = contender.residual;
    const cio::CioScene ready = cio::prepare(scene);
    Measured measured;
    int shown = 0;
    measured.start = cio::run_start(ready, scene.seed, [&](const cio::StageProgress& progress) {
        if (++shown % 50 == 0)
            fmt::print(stderr, "{}: stage {} iteration {} cost {:.4g}\n", contender.name,
                progress.stage + 1, progress.iteration.number, progress.iteration.cost);
        return true;
    });
    if (!measured.start.history.empty())
        measured.seconds = measured.start.history.back().seconds;
    measured.valid = audit(cio::reconstruct(ready, measured.start.x).motion).passed();
    return measured;
}

/// When a start first reached a cost in its last stage.
std::optional<double> time_to_reach(const cio::StartResult& start, double cost)
{
    const int last = start.history.empty() ? 0 : start.history.back().stage;
    for (const CostRow& row : start.history)
        if (row.stage == last && row.cost <= cost)
            return row.seconds;
    return std::nullopt;
}

}  // namespace

int bench_cio(const CioArguments& arguments)
{
    std::vector<Override> overrides;
    if (arguments.seed)
        overrides.push_back({ "seed", std::to_string(*arguments.seed) });
    const Scene scene = read_scene(arguments.scene, overrides).scene;

    fmt::print("{}: one start, seed {}, one core, all stages\n\n", scene.name, scene.seed);
    fmt::print("{:<38} {:>9} {:>10} {:>11} {:>11} {:>6}\n", "", "seconds", "iterations",
        "evaluations", "final cost", "valid");
    std::vector<Measured> results;
    for (const Contender& contender : kContenders) {
        results.push_back(measure(scene, contender));
        const Measured& m = results.back();
        fmt::print("{:<38} {:>9.2f} {:>10} {:>11} {:>11.4g} {:>6}\n", contender.name, m.seconds,
            m.start.iterations, m.start.evaluations, m.start.cost, m.valid ? "yes" : "no");
        std::fflush(stdout);
    }

    const Measured &ours = results.front(), &paper = results.back();
    const auto reached = time_to_reach(ours.start, paper.start.cost);
    if (!reached) {
        fmt::print("\nours did not reach the final cost of the paper's scheme, {:.4g}\n",
            paper.start.cost);
        return 3;
    }
    fmt::print("\ntime to the final cost of the paper's scheme ({:.4g}): ours {:.2f} s, "
               "paper's {:.2f} s, ratio {:.0f}\n",
        paper.start.cost, *reached, paper.seconds, paper.seconds / *reached);
    return 0;
}

int bench_cio_forms(const CioFormsArguments& arguments)
{
    const int starts = arguments.starts;
    Scene scene = read_scene(arguments.scene).scene;

    fmt::print("{}: {} single starts, seeds 1 to {}, one core\n\n", scene.name, starts, starts);
    fmt::print("{:<38} {:>6} {:>9} {:>10}\n", "", "valid", "seconds", "iterations");
    for (const Contender& contender : { kContenders[0], kContenders[1] }) {
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
