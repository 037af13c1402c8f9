// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/spacetime.hpp"

#include "gambol/methods/refine/refine.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "gambol/methods/spacetime/reconstruct.hpp"
#include "gambol/methods/spacetime/solve_plan.hpp"

#include <chrono>
#include <ctime>

namespace gambol::spacetime {

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// A try to find the movement, and what came of it.
struct Candidate {
    ConstrainedReport report;
    Motion motion;
    AuditReport audit;
    std::vector<Figure> figures;
    [[nodiscard]] bool valid() const
    {
        return report.solve.outcome == Outcome::converged && audit.passed();
    }
    [[nodiscard]] bool better_than(const Candidate& other) const
    {
        if (valid() != other.valid())
            return valid();
        return report.violation < other.report.violation;
    }
};

void warn(RunReport& report, const Candidate& best)
{
    if (best.report.solve.outcome != Outcome::converged)
        report.warnings.push_back({ "no movement keeps all constraints: " + best.report.solve.note,
            "other durations of phases, nearer places, or keys that leave more room" });
    for (const AuditCheck& check : best.audit.checks)
        if (!check.passed)
            report.warnings.push_back({ "audit: " + check.name
                    + (check.subject.empty() ? "" : " of " + check.subject) + " beyond its limit",
                "other durations of phases, or places that are easier to reach" });
}

}  // namespace

RunResult run(const Scene& scene, const RunControl& control)
{
    if (scene.reference)
        return refine::run(scene, control);
    const double began = now();
    const std::clock_t cpu_began = std::clock();
    RunResult result;
    RunReport& report = result.report;
    bool out_of_time = false;
    Candidate best;
    double solve_seconds = 0;
    for (size_t i = 0; i < attempts().size(); ++i) {
        const ScenePlan plan = plan_scene(scene, attempts()[i].density);
        SpacetimeProblem problem(plan.plan);
        Eigen::VectorXd x = first_guess(plan, problem, attempts()[i].swing_share);
        const double started = now();
        const auto watch = [&](const Iteration& iteration) {
            const double seconds = now() - began;
            report.history.push_back(
                { int(i), 0, iteration.number, now() - started, iteration.cost });
            if (control.on_progress) {
                Progress progress;
                progress.start = int(i);
                progress.starts = int(attempts().size());
                progress.stages = 1;
                progress.stage_name = "solve";
                progress.iteration = iteration.number;
                progress.cost = iteration.cost;
                progress.worst_term = "constraint";
                progress.worst_violation = iteration.violation;
                progress.seconds = seconds;
                control.on_progress(progress);
            }
            out_of_time = seconds > control.time_limit;
            return !out_of_time && !(control.cancel && control.cancel->load());
        };
        Candidate candidate;
        candidate.report = solve_plan(plan, attempts()[i], problem, x, watch);
        solve_seconds += now() - started;
        candidate.motion = reconstruct(plan, problem, x);
        candidate.audit = audit(candidate.motion);
        candidate.figures = figures_between(plan, problem, x);
        report.iterations += candidate.report.solve.iterations;
        report.evaluations += candidate.report.solve.evaluations;
        report.starts = int(i) + 1;
        if (i == 0 || candidate.better_than(best)) {
            best = std::move(candidate);
            report.chosen_start = int(i);
        }
        if (best.valid() || best.report.solve.outcome == Outcome::stopped)
            break;
    }
    warn(report, best);
    report.seed = scene.seed;
    report.stopped_because = best.report.solve.note;
    report.terms
        = { { "smoothness", best.report.solve.initial_cost, best.report.solve.final_cost } };
    report.figures = best.figures;
    report.figures.push_back({ "violation", best.report.violation, "" });
    report.figures.push_back({ "solve_time", solve_seconds, "s" });
    report.status = best.valid() ? RunStatus::valid : RunStatus::audit_failed;
    if (control.cancel && control.cancel->load())
        report.status = RunStatus::interrupted;
    else if (out_of_time)
        report.status = RunStatus::limit_reached;
    report.audit = std::move(best.audit);
    result.motion = std::move(best.motion);
    report.wall_seconds = now() - began;
    report.cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    return result;
}

}  // namespace gambol::spacetime
