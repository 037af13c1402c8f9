// SPDX-License-Identifier: MIT
// Full-body motion through phases and keys under physics constraints [Fang 2003].
// docs/spacetime.md.
#include "gambol/methods/method.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "gambol/methods/spacetime/reconstruct.hpp"
#include "gambol/methods/spacetime/solve_plan.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gambol::spacetime {

namespace {

constexpr double kStrained = 1.05;  // of strength, as the audit has it

/// An attempt to find the movement, and what came of it.
struct EndedAttempt {
    ConstrainedReport report;
    Motion motion;
    bool passes_audit = false;
    double solve_seconds = 0;
    std::vector<Figure> figures;
    [[nodiscard]] bool solved() const { return report.solve.outcome == Outcome::converged; }
    [[nodiscard]] bool valid() const { return solved() && passes_audit; }
    [[nodiscard]] bool better_than(const EndedAttempt& other) const
    {
        if (valid() != other.valid())
            return valid();
        return report.violation < other.report.violation;
    }
};

/// Attempt number `i`. Adds to the history of the result.
EndedAttempt make_attempt(size_t i, const Scene& scene, RunWatch& watch, MethodResult& result)
{
    const ScenePlan plan = plan_scene(scene, attempts()[i].density);
    SpacetimeProblem problem(plan.plan);
    Eigen::VectorXd x = first_guess(plan, problem, attempts()[i].swing_share);
    const double started = watch.seconds();
    const auto tell = [&](const Iteration& iteration) {
        result.history.push_back(
            { int(i), 0, iteration.number, watch.seconds() - started, iteration.cost });
        Progress progress;
        progress.start = int(i);
        progress.starts = int(attempts().size());
        progress.stage_name = "solve";
        progress.iteration = iteration.number;
        progress.cost = iteration.cost;
        progress.worst_term = "constraint";
        progress.worst_violation = iteration.violation;
        if (iteration.x && watch.wants_preview())
            progress.preview = std::make_shared<Motion>(reconstruct(plan, problem, *iteration.x));
        return watch.tell(std::move(progress));
    };
    EndedAttempt ended;
    ended.report = solve_plan(plan, attempts()[i], problem, x, tell);
    ended.solve_seconds = watch.seconds() - started;
    ended.motion = reconstruct(plan, problem, x);
    ended.passes_audit = ended.solved() && audit(ended.motion).passed();
    ended.figures = figures_between(plan, problem, x);
    return ended;
}

/// Strength is not a constraint of this method. What a movement asks of a joint beyond it is said.
void tell_strain(const MotionCharacter& character, MethodResult& result)
{
    const MotionJoints& joints = character.joints;
    double most = 0, torque = 0, limit = 0;
    std::string joint;
    for (const Eigen::VectorXd& torques : joints.torques)
        for (Eigen::Index i = 0; i < torques.size() && i < joints.torque_upper.size(); ++i) {
            const double strength
                = torques[i] > 0 ? joints.torque_upper[i] : -joints.torque_lower[i];
            if (strength > 0 && std::abs(torques[i]) / strength > most) {
                most = std::abs(torques[i]) / strength;
                torque = std::abs(torques[i]);
                limit = strength;
                joint = joints.names[size_t(i)];
            }
        }
    if (joint.empty())
        return;
    result.figures.push_back({ "torque_share_max (" + joint + ")", most, "of limit" });
    if (most > kStrained)
        result.warnings.push_back(
            { fmt::format("this is beyond the strength of {}: {} needs {:.0f} "
                          "N m and has {:.0f}",
                  character.name, joint, torque, limit),
                "a lower or shorter flight, a longer push-off, or a longer landing" });
}

}  // namespace

MethodResult run(const Scene& scene, const Task&, RunWatch& watch)
{
    MethodResult result;
    EndedAttempt best;
    double solve_seconds = 0;
    for (size_t i = 0; i < attempts().size(); ++i) {
        EndedAttempt ended = make_attempt(i, scene, watch, result);
        result.iterations += ended.report.solve.iterations;
        result.evaluations += ended.report.solve.evaluations;
        solve_seconds += ended.solve_seconds;
        result.starts = int(i) + 1;
        if (i == 0 || ended.better_than(best)) {
            best = std::move(ended);
            result.chosen_start = int(i);
        }
        if (best.valid() || best.report.solve.outcome == Outcome::stopped)
            break;
    }
    const SolveReport& solve = best.report.solve;
    if (!best.solved())
        result.warnings.push_back({ "no movement keeps all constraints: " + solve.note,
            "other durations of phases, nearer places, or keys that leave more room" });
    result.audit_advice = "other durations of phases, or places that are easier to reach";
    result.solved = best.solved();
    result.stopped_because = solve.note;
    result.terms = { { "smoothness", solve.initial_cost, solve.final_cost } };
    result.figures = std::move(best.figures);
    result.figures.push_back({ "violation", best.report.violation, "" });
    result.figures.push_back({ "solve_time", solve_seconds, "s" });
    result.motion = std::move(best.motion);
    tell_strain(result.motion.characters.back(), result);
    return result;
}

}  // namespace gambol::spacetime
