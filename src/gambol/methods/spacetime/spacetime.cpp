// SPDX-License-Identifier: MIT
// Full-body motion through phases and keys under physics constraints [Fang 2003].
// docs/spacetime.md.
#include "gambol/methods/method.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "gambol/methods/spacetime/reconstruct.hpp"
#include "gambol/methods/spacetime/solve_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol::spacetime {

namespace {

/// After so many attempts that lack nothing but strength it is said that the movement takes more.
constexpr int kWeakAttempts = 2;
/// So often a movement that lacks nothing but strength goes on from where it is.
constexpr int kStrongRounds = 3;
/// Strength that is lacking costs so many times as much then.
constexpr double kDearer = 10;

/// An attempt to find the movement, and what came of it.
struct EndedAttempt {
    ConstrainedReport report;
    Motion motion;
    bool passes_audit = false;
    bool lacks_strength = false;  // and nothing else
    double strain = 0;  // the greatest share of its strength that a joint uses
    double asked = 0;  // the share of its strength that was kept, as far as possible; 0: any
    double solve_seconds = 0;
    std::vector<Figure> figures;
    Eigen::VectorXd x;
    [[nodiscard]] bool solved() const { return report.solve.outcome == Outcome::converged; }
    [[nodiscard]] bool valid() const { return solved() && passes_audit; }
    [[nodiscard]] bool better_than(const EndedAttempt& other) const
    {
        if (valid() != other.valid())
            return valid();
        if (lacks_strength != other.lacks_strength)
            return lacks_strength;
        if (lacks_strength)
            return strain < other.strain;
        return report.violation < other.report.violation;
    }
};

void judge(EndedAttempt& ended)
{
    const AuditReport audited = audit(ended.motion);
    ended.passes_audit = audited.passed();
    ended.lacks_strength = !ended.passes_audit
        && std::all_of(audited.checks.begin(), audited.checks.end(),
            [](const AuditCheck& check) { return check.passed || check.name == "torque"; });
    for (const AuditCheck& check : audited.checks)
        if (check.name == "torque")
            ended.strain = std::max(ended.strain, check.value);
}

/// Whether somebody knows how strong the body is.
bool knows_strength(const Scene& scene)
{
    for (const Segment& segment : scene.characters.front().body.segments)
        for (const Dof& dof : segment.dofs)
            if (std::isfinite(dof.torque_lower) || std::isfinite(dof.torque_upper))
                return true;
    return false;
}

/// Attempts of one run, which tell how they come along.
class Attempts {
public:
    Attempts(const Scene& scene, RunWatch& watch, MethodResult& result)
        : scene_(scene)
        , watch_(watch)
        , result_(result)
    {
    }

    /// Attempt number `i`.
    EndedAttempt make(size_t i)
    {
        EndedAttempt ended = first_of(i);
        for (int round = 0; round < kStrongRounds && ended.lacks_strength; ++round) {
            EndedAttempt next = stronger(i, ended);
            if (!next.better_than(ended))
                break;
            ended = std::move(next);
        }
        return ended;
    }

    [[nodiscard]] double solve_seconds() const { return solve_seconds_; }

private:
    EndedAttempt first_of(size_t i)
    {
        const Attempt& attempt = attempts()[i];
        const ScenePlan plan = plan_scene(scene_, attempt.density, attempt.within_strength);
        SpacetimeProblem problem(plan.plan);
        EndedAttempt ended;
        ended.asked = attempt.within_strength ? 1 : 0;
        ended.x = first_guess(plan, problem, attempt.swing_share);
        finish(i, plan, problem, ended, [&](const OnIteration& tell) {
            return solve_plan(plan, attempt, problem, ended.x, tell);
        });
        return ended;
    }

    /// From where it is on to a movement with the strength there is, or, as joints may need more
    /// between the instants at which that was asked for, with a little less.
    EndedAttempt stronger(size_t i, const EndedAttempt& weak)
    {
        EndedAttempt ended;
        ended.asked = weak.asked == 0 ? 1 : weak.asked / weak.strain;
        ScenePlan plan = plan_scene(scene_, attempts()[i].density, true);
        for (Strength& strength : plan.plan.context.strengths)
            strength.torque *= ended.asked;
        plan.plan.strength_price *= kDearer;
        SpacetimeProblem problem(plan.plan);
        ended.x = weak.x;
        ended.x.conservativeResize(problem.shape().variables());
        ended.x[problem.strength_column()] = weak.strain;
        finish(i, plan, problem, ended,
            [&](const OnIteration& tell) { return solve_on(problem, ended.x, tell); });
        return ended;
    }

    /// Solves, judges and counts.
    template <class Solve>
    void finish(size_t i, const ScenePlan& plan, SpacetimeProblem& problem, EndedAttempt& ended,
        const Solve& solve)
    {
        const double started = watch_.seconds();
        ended.report = solve([&](const Iteration& iteration) {
            result_.history.push_back(
                { int(i), 0, iteration.number, watch_.seconds() - started, iteration.cost });
            Progress progress;
            progress.start = int(i);
            progress.starts = int(attempts().size());
            progress.stage_name = "solve";
            progress.iteration = iteration.number;
            progress.cost = iteration.cost;
            progress.worst_term = "constraint";
            progress.worst_violation = iteration.violation;
            if (iteration.x && watch_.wants_preview())
                progress.preview
                    = std::make_shared<Motion>(reconstruct(plan, problem, *iteration.x));
            return watch_.tell(std::move(progress));
        });
        ended.solve_seconds = watch_.seconds() - started;
        ended.motion = reconstruct(plan, problem, ended.x);
        if (ended.solved())
            judge(ended);
        ended.figures = figures_between(plan, problem, ended.x);
        result_.iterations += ended.report.solve.iterations;
        result_.evaluations += ended.report.solve.evaluations;
        solve_seconds_ += ended.solve_seconds;
    }

    const Scene& scene_;
    RunWatch& watch_;
    MethodResult& result_;
    double solve_seconds_ = 0;
};

/// What a movement asks of a joint beyond its strength is said.
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
    if (most > AuditLimits().torque)
        result.warnings.push_back(
            { fmt::format("this is beyond the strength of {}: {} needs {:.0f} "
                          "N m and has {:.0f} ({:.1f} times as much)",
                  character.name, joint, torque, limit, most),
                "a lower or shorter flight, a longer push-off, or a longer landing" });
}

}  // namespace

MethodResult run(const Scene& scene, const Task&, RunWatch& watch)
{
    MethodResult result;
    EndedAttempt best;
    Attempts movement(scene, watch, result);
    int weak = 0;
    bool first = true;
    for (size_t i = 0; i < attempts().size(); ++i) {
        if (attempts()[i].within_strength && !knows_strength(scene))
            continue;
        EndedAttempt ended = movement.make(i);
        result.starts = int(i) + 1;
        weak += ended.lacks_strength ? 1 : 0;
        if (std::exchange(first, false) || ended.better_than(best)) {
            best = std::move(ended);
            result.chosen_start = int(i);
        }
        if (best.valid() || weak == kWeakAttempts || best.report.solve.outcome == Outcome::stopped)
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
    result.figures.push_back({ "solve_time", movement.solve_seconds(), "s" });
    result.motion = std::move(best.motion);
    tell_strain(result.motion.characters.back(), result);
    return result;
}

}  // namespace gambol::spacetime
