// SPDX-License-Identifier: MIT
// A movement of any origin made valid for the whole body: what the task follows is followed as
// closely as physics allows (docs/spacetime.md, "Refinement").
#include "gambol/methods/method.hpp"
#include "gambol/methods/refine/reconstruct.hpp"
#include "gambol/methods/refine/reference_motion.hpp"
#include "gambol/methods/refine/rounds.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gambol::refine {

namespace {

constexpr double kSteepest = 0.97;  // sine of the middle root angle: beyond it angles mean little
constexpr double kSlower = 1.12;  // times as long, from attempt to attempt

/// The movement at one pace.
struct Attempt {
    double slowness = 1;
    Eigen::VectorXd x;
    Reconstruction made;
    bool passes_audit = false;
    double first_cost = 0, last_cost = 0;
    std::string note;
    bool flies = false;  // nothing is held for a while: falling takes its own time

    [[nodiscard]] bool fits() const { return passes_audit && made.torque_share <= 1; }
    [[nodiscard]] bool better_than(const Attempt& other) const
    {
        if (passes_audit != other.passes_audit)
            return passes_audit;
        return made.torque_share < other.made.torque_share;
    }
};

/// A reference, followed at one pace after the other.
class Refinement {
public:
    Refinement(
        const Scene& scene, const Reference& reference, RunWatch& watch, MethodResult& result)
        : scene_(scene)
        , reference_(reference)
        , watch_(watch)
        , result_(result)
    {
    }

    /// From `from` when it is a movement on as many control points, else from the reference.
    [[nodiscard]] Attempt attempt(double slowness, const Eigen::VectorXd& from = {})
    {
        RefineProblem problem(scene_, reference_, slowness);
        Attempt attempt;
        attempt.slowness = slowness;
        attempt.flies = problem.flies();
        attempt.x = from.size() == problem.variables() ? from : problem.start();
        const RoundsReport solved = solve_in_rounds(
            problem, attempt.x, RoundLimits {},
            [&](const Iteration& iteration) { return tell(iteration, problem); },
            [&] { return watch_.go_on(); });
        result_.evaluations += solved.evaluations;
        attempt.note = solved.note;
        attempt.first_cost = solved.first_cost;
        attempt.last_cost = solved.last_cost;
        attempt.made = reconstruct(scene_, problem, attempt.x);
        attempt.passes_audit = audit(attempt.made.motion).passed();
        ++attempts_;
        return attempt;
    }

private:
    /// False when it should stop.
    bool tell(const Iteration& iteration, const RefineProblem& problem)
    {
        ++result_.iterations;
        result_.history.push_back(
            { 0, attempts_, result_.iterations, watch_.seconds(), iteration.cost });
        Progress progress;
        progress.stage_name = attempts_ > 0 ? "refine, slower" : "refine";
        progress.iteration = result_.iterations;
        progress.cost = iteration.cost;
        progress.fraction = 1
            - std::pow(
                0.5, double(result_.iterations) / RoundLimits {}.iterations);  // nobody knows
        if (iteration.x && watch_.wants_preview())
            progress.preview
                = std::make_shared<Motion>(reconstruct(scene_, problem, *iteration.x).motion);
        return watch_.tell(std::move(progress));
    }

    const Scene& scene_;
    const Reference& reference_;
    RunWatch& watch_;
    MethodResult& result_;
    int attempts_ = 0;  // done
};

void warn(const Attempt& first, const Attempt& chosen, std::vector<RunWarning>& warnings)
{
    if (chosen.slowness > 1)
        warnings.push_back(
            { fmt::format("takes {:.0f} % longer than its reference; as fast as that {}",
                  100 * (chosen.slowness - 1),
                  first.made.torque_share > 1 ? fmt::format("{} needs {:.2f} of its strength",
                      first.made.strained, first.made.torque_share)
                                              : "the audit fails"),
                "spacetime: {stretch: 1} to keep the time" });
    if (chosen.made.torque_share > 1)
        warnings.push_back({ fmt::format("{} needs {:.2f} of its strength", chosen.made.strained,
                                 chosen.made.torque_share),
            "a reference that is slower or asks for less, or spacetime: {stretch: 2}" });
}

}  // namespace

MethodResult run(const Scene& scene, const Task& task, RunWatch& watch)
{
    const Reference reference = reference_of(scene, task);
    MethodResult result;
    Refinement refinement(scene, reference, watch, result);
    const Attempt first = refinement.attempt(1);
    Attempt best = first, last = first;
    while (!last.fits() && watch.go_on() && last.slowness * kSlower <= task.options.stretch) {
        last = refinement.attempt(last.slowness * kSlower, last.x);
        if (last.better_than(best))
            best = last;
    }
    warn(first, best, result.warnings);
    const std::vector<Pose>& poses = reference.poses;
    if (worst_middle_sine(body_for(scene.characters.front().body, poses), poses) > kSteepest)
        result.warnings.push_back(
            { "the reference turns over in every direction", "a part of it, with less turning" });
    result.audit_advice = "a reference that is nearer to what a body with these masses can do";
    result.stopped_because = best.note;
    result.terms = { { "refinement", best.first_cost, best.last_cost } };
    result.figures = std::move(best.made.figures);
    result.figures.push_back({ "longer_than_reference", best.slowness, "times" });
    result.motion = std::move(best.made.motion);
    return result;
}

}  // namespace gambol::refine
