// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/refine.hpp"

#include "gambol/methods/refine/reconstruct.hpp"
#include "gambol/solve/levenberg_marquardt.hpp"

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <cmath>
#include <ctime>

namespace gambol::refine {

namespace {

constexpr double kSteepest = 0.97;  // sine of the middle root angle: beyond it angles mean little
constexpr int kRounds = 6;  // in each of which torques beyond their limits cost more
constexpr int kIterations = 60;  // of a round
constexpr int kSoon = 3;  // rounds after which it must be nearly done, or slower
constexpr double kNearlyDone = 1.05;  // of the limits of torque
constexpr double kSlower = 1.12;  // times as long, from attempt to attempt

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Counts iterations of all solves and says when to stop.
class Watchman {
public:
    Watchman(const RunControl& control, RunReport& report)
        : control_(control)
        , report_(report)
    {
    }

    [[nodiscard]] bool go_on(const Iteration& iteration)
    {
        const double seconds = now() - began_;
        ++report_.iterations;
        report_.history.push_back({ 0, attempt, report_.iterations, seconds, iteration.cost });
        if (control_.on_progress) {
            Progress progress;
            progress.stages = 1;
            progress.stage_name = attempt > 0 ? "refine, slower" : "refine";
            progress.iteration = report_.iterations;
            progress.cost = iteration.cost;
            progress.seconds = seconds;
            progress.fraction
                = 1 - std::pow(0.5, double(report_.iterations) / kIterations);  // nobody knows
            control_.on_progress(progress);
        }
        out_of_time = seconds > control_.time_limit;
        return !stopped();
    }
    [[nodiscard]] bool cancelled() const { return control_.cancel && control_.cancel->load(); }
    [[nodiscard]] bool stopped() const { return out_of_time || cancelled(); }
    [[nodiscard]] double seconds() const { return now() - began_; }

    bool out_of_time = false;
    int attempt = 0;

private:
    const RunControl& control_;
    RunReport& report_;
    double began_ = now();
};

/// The movement at one pace.
struct Attempt {
    double slowness = 1;
    Eigen::VectorXd x;
    Reconstruction made;
    AuditReport audit;
    double first_cost = 0, last_cost = 0;
    std::string note;
    bool flies = false;  // nothing is held for a while: falling takes its own time

    [[nodiscard]] bool fits() const { return audit.passed() && made.torque_share <= 1; }
    [[nodiscard]] bool better_than(const Attempt& other) const
    {
        if (audit.passed() != other.audit.passed())
            return audit.passed();
        return made.torque_share < other.made.torque_share;
    }
};

/// From `from` when it is a movement on as many control points, else from the reference.
Attempt attempt_at(double slowness, const Scene& scene, const Eigen::VectorXd& from,
    Watchman& watchman, RunReport& report)
{
    RefineProblem problem(scene, *scene.reference, slowness);
    Attempt attempt;
    attempt.slowness = slowness;
    attempt.flies = problem.flies();
    attempt.x = from.size() == problem.variables() ? from : problem.start();
    LevenbergMarquardtOptions options;
    options.max_iterations = kIterations;
    options.relative_decrease = 2e-4;
    options.patience = 3;
    options.on_iteration = [&](const Iteration& iteration) { return watchman.go_on(iteration); };
    for (int round = 0; round < kRounds && !watchman.stopped(); ++round) {
        const SolveReport solved = minimise_levenberg_marquardt(problem, attempt.x, options);
        report.evaluations += solved.evaluations;
        attempt.note = solved.note;
        attempt.last_cost = solved.final_cost;
        if (round == 0)
            attempt.first_cost = solved.initial_cost;
        const RefineProblem::Strain strain = problem.raise(attempt.x);
        if ((strain.torque <= 1 && !strain.clash)
            || (round + 1 >= kSoon && strain.torque > kNearlyDone))
            break;
    }
    attempt.made = reconstruct(scene, problem, attempt.x);
    attempt.audit = audit(attempt.made.motion);
    return attempt;
}

void warn(RunReport& report, const Attempt& first, const Attempt& chosen)
{
    if (chosen.slowness > 1)
        report.warnings.push_back(
            { fmt::format("takes {:.0f} % longer than its reference; as fast as that {}",
                  100 * (chosen.slowness - 1),
                  first.made.torque_share > 1 ? fmt::format("{} needs {:.2f} of its strength",
                      first.made.strained, first.made.torque_share)
                                              : "the audit fails"),
                "spacetime: {stretch: 1} to keep the time" });
    if (chosen.made.torque_share > 1)
        report.warnings.push_back({ fmt::format("{} needs {:.2f} of its strength",
                                        chosen.made.strained, chosen.made.torque_share),
            "a reference that is slower or asks for less, or spacetime: {stretch: 2}" });
    for (const AuditCheck& check : report.audit.checks)
        if (!check.passed)
            report.warnings.push_back({ "audit: " + check.name
                    + (check.subject.empty() ? "" : " of " + check.subject) + " beyond its limit",
                "a reference that is nearer to what a body with these masses can do" });
}

}  // namespace

RunResult run(const Scene& scene, const RunControl& control)
{
    assert(scene.reference && scene.characters.size() == 1);
    const std::clock_t cpu_began = std::clock();
    RunResult result;
    RunReport& report = result.report;
    Watchman watchman(control, report);
    const Attempt first = attempt_at(1, scene, {}, watchman, report);
    Attempt best = first, last = first;
    while (
        !last.fits() && !watchman.stopped() && last.slowness * kSlower <= scene.spacetime.stretch) {
        ++watchman.attempt;
        last = attempt_at(last.slowness * kSlower, scene, last.x, watchman, report);
        if (last.better_than(best))
            best = last;
    }
    report.audit = best.audit;
    warn(report, first, best);
    const std::vector<Pose>& poses = scene.reference->poses;
    if (worst_middle_sine(body_for(scene.characters.front().body, poses), poses) > kSteepest)
        report.warnings.push_back(
            { "the reference turns over in every direction", "a part of it, with less turning" });
    report.seed = scene.seed;
    report.stopped_because = best.note;
    report.terms = { { "refinement", best.first_cost, best.last_cost } };
    report.figures = std::move(best.made.figures);
    report.figures.push_back({ "longer_than_reference", best.slowness, "times" });
    report.status = report.audit.passed() ? RunStatus::valid : RunStatus::audit_failed;
    if (watchman.cancelled())
        report.status = RunStatus::interrupted;
    else if (watchman.out_of_time)
        report.status = RunStatus::limit_reached;
    result.motion = std::move(best.made.motion);
    report.wall_seconds = watchman.seconds();
    report.cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    report.figures.push_back({ "refine_cpu", report.cpu_seconds, "s" });
    return result;
}

}  // namespace gambol::refine
