// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/refine.hpp"

#include "gambol/methods/refine/reconstruct.hpp"
#include "gambol/solve/levenberg_marquardt.hpp"

#include <cassert>
#include <chrono>
#include <ctime>

namespace gambol::refine {

namespace {

constexpr double kSteepest = 0.97;  // sine of the middle root angle: beyond it angles mean little

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void warn(RunReport& report, const RefineProblem& problem, const Reference& reference)
{
    for (const AuditCheck& check : report.audit.checks)
        if (!check.passed)
            report.warnings.push_back({ "audit: " + check.name
                    + (check.subject.empty() ? "" : " of " + check.subject) + " beyond its limit",
                "a reference that is nearer to what a body with these masses can do" });
    if (worst_middle_sine(problem.body(), reference.poses) > kSteepest)
        report.warnings.push_back(
            { "the reference turns over in every direction", "a part of it, with less turning" });
}

}  // namespace

RunResult run(const Scene& scene, const RunControl& control)
{
    assert(scene.reference && scene.characters.size() == 1);
    const double began = now();
    const std::clock_t cpu_began = std::clock();
    RunResult result;
    RunReport& report = result.report;
    bool out_of_time = false;
    RefineProblem problem(scene, *scene.reference);
    Eigen::VectorXd x = problem.start();
    LevenbergMarquardtOptions options;
    options.max_iterations = 150;
    options.relative_decrease = 2e-4;
    options.patience = 3;
    options.on_iteration = [&](const Iteration& iteration) {
        const double seconds = now() - began;
        report.history.push_back({ 0, 0, iteration.number, seconds, iteration.cost });
        if (control.on_progress) {
            Progress progress;
            progress.stages = 1;
            progress.stage_name = "refine";
            progress.iteration = iteration.number;
            progress.cost = iteration.cost;
            progress.seconds = seconds;
            progress.fraction = double(iteration.number) / options.max_iterations;
            control.on_progress(progress);
        }
        out_of_time = seconds > control.time_limit;
        return !out_of_time && !(control.cancel && control.cancel->load());
    };
    const SolveReport solved = minimise_levenberg_marquardt(problem, x, options);
    Reconstruction made = reconstruct(scene, problem, x);
    report.audit = audit(made.motion);
    warn(report, problem, *scene.reference);
    report.seed = scene.seed;
    report.iterations = solved.iterations;
    report.evaluations = solved.evaluations;
    report.stopped_because = solved.note;
    report.terms = { { "refinement", solved.initial_cost, solved.final_cost } };
    report.figures = std::move(made.figures);
    report.status = report.audit.passed() ? RunStatus::valid : RunStatus::audit_failed;
    if (control.cancel && control.cancel->load())
        report.status = RunStatus::interrupted;
    else if (out_of_time)
        report.status = RunStatus::limit_reached;
    result.motion = std::move(made.motion);
    report.wall_seconds = now() - began;
    report.cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    report.figures.push_back({ "refine_cpu", report.cpu_seconds, "s" });
    return result;
}

}  // namespace gambol::refine
