// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/continuation.hpp"

#include "gambol/math/random.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/guide.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "gambol/solve/lbfgs.hpp"
#include "gambol/solve/levenberg_marquardt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

/// Contacts start here: 1 makes the body crouch over contacts it never gives up; 0 cannot grow,
/// because the slope of W(c) vanishes there.
constexpr double kUndecided = 0.1;
constexpr double kRelativeDecrease = 1e-4;  // a stage that gains less is over
/// L-BFGS iterations are cheaper and less effective; this many replace one.
constexpr int kLbfgsFactor = 5;
/// × weight. Of 16 starts of four scenes all that were valid in the end lacked at most 0.08 before
/// they were polished; of those that lacked 0.13 or more none was.
constexpr double kHopeless = 0.12;
constexpr double kLost = 0.3;  // polished, but beyond repair
constexpr double kPaperEpsilon = 1e-3;
constexpr int kPaperIterations = 250;  // the paper names 250 to 1000 per stage

/// CPU seconds of this thread: what a start costs, however busy the machine is.
double thread_seconds()
{
    timespec t {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Starts differ in more than their noise: how quick limbs may be, whether a guide leads them, and
/// how much limbs may bend too far, or be in each other's way, while they look for support. Those
/// that are valid most often come first.
struct Variant {
    bool guided;
    std::array<double, 4> smoothness;  // scale of that family, per stage
    /// Scales of the body's limits while contacts are found, unless the torso glides. A thigh that
    /// is on the wrong side of an arm stays there.
    double loose, loose_apart;
};
constexpr std::array<Variant, 6> kVariants { {
    { .guided = true, .smoothness = { 1, 1, 1, 1 }, .loose = 0.1, .loose_apart = 1 },
    { .guided = true, .smoothness = { 10, 3, 3, 3 }, .loose = 0.03, .loose_apart = 0.3 },
    { .guided = true, .smoothness = { 1, 1, 1, 1 }, .loose = 0.03, .loose_apart = 0.3 },
    { .guided = true, .smoothness = { 0.3, 0.3, 0.3, 0.3 }, .loose = 0.1, .loose_apart = 1 },
    { .guided = true, .smoothness = { 100, 30, 10, 3 }, .loose = 0.03, .loose_apart = 0.3 },
    { .guided = false, .smoothness = { 10, 10, 1, 1 }, .loose = 0.03, .loose_apart = 0.3 },
} };
/// Of the knots' times. With 10 phases hardly differ, with 0.1 one in which nothing carries the
/// body shrinks to a quarter of its time instead of getting a contact; with any it does while
/// physics counts for little.
constexpr double kEvenPhases = 1;

void add_noise(const TrajectoryLayout& layout, const Stage& stage, Random& random, VectorXd& x)
{
    StandardNormal normal;
    const auto shake = [&](int first, int count, double size) {
        for (int i = 0; i < count; ++i)
            x[first + i] += size * normal(random);
    };
    for (int k = 0; k < layout.segments; ++k) {
        shake(layout.q(k), layout.coordinates, stage.position_noise);
        shake(layout.v(k), layout.coordinates, stage.velocity_noise);
        if (k % layout.segments_per_phase == 0)
            shake(layout.z(k), layout.contacts, stage.contact_noise);
    }
}

/// Moves the ends of segments to the nearest frame of the resulting motion.
void onto_frames(const CioScene& ready, VectorXd& x)
{
    for (int k = 0; k < ready.layout.segments; ++k) {
        double& late = x[ready.layout.late(k)];
        late = ready.frame_duration() * std::round(late / ready.frame_duration());
    }
}

/// The term furthest from what the audit will allow.
const TermFigures* worst_of(const std::vector<TermFigures>& figures)
{
    const TermFigures* worst = nullptr;
    for (const TermFigures& term : figures)
        if (term.severity() > 0 && (!worst || term.severity() > worst->severity()))
            worst = &term;
    return worst;
}

/// Largest force × weight that no contact gives, in the evaluations since the figures were reset.
double lacking_support(const CioCost& cost)
{
    double most = 0;
    for (const std::vector<double>& phases : cost.unsupported())
        most = std::max(most, *std::max_element(phases.begin(), phases.end()));
    return most;
}

std::vector<TermFigures> measure(const CioProblem& problem, const VectorXd& x)
{
    problem.cost.reset_figures();
    (void)problem.trajectory->value(x);
    return problem.cost.figures();
}

SolveReport minimise(TrajectoryProblem& problem, CioSolver solver, int iterations, VectorXd& x,
    const OnIteration& on_iteration)
{
    if (solver == CioSolver::levenberg_marquardt) {
        LevenbergMarquardtOptions options;
        options.max_iterations = iterations;
        options.relative_decrease = kRelativeDecrease;
        options.on_iteration = on_iteration;
        return minimise_levenberg_marquardt(problem, x, options);
    }
    LbfgsOptions options;
    options.max_iterations
        = solver == CioSolver::paper ? kPaperIterations : kLbfgsFactor * iterations;
    options.on_iteration = on_iteration;
    if (solver == CioSolver::lbfgs)
        return minimise_lbfgs(
            [&](const VectorXd& at, VectorXd& g) { return problem.gradient(at, g); }, x, options);
    return minimise_lbfgs(
        [&](const VectorXd& at, VectorXd& g) {
            return problem.finite_difference_gradient(at, kPaperEpsilon, g);
        },
        x, options);
}

}  // namespace

const std::vector<Stage>& stages(bool zmp_hint)
{
    const auto list = [](double hint) {
        return std::vector<Stage> {
            // Limits of the body already count, else limbs set out on ways they cannot come back
            // from: a foot turned half round, an arm through the chest.
            {
                .name = "reach the goal",
                .scales = { .task = 1, .smoothness = 1, .posture = 1, .body = 0.1, .apart = 0.1 },
                .iterations = 50,
                .position_noise = 0.02,
                .velocity_noise = 0.02,
            },
            {
                .name = "find contacts",
                .scales = { .task = 1,
                    .smoothness = 1,
                    .posture = 0.1,
                    .contact = 1,
                    .physics = 0.1,
                    .body = 1,
                    .apart = 1,
                    .hint = hint },
                .iterations = 150,
                .position_noise = 0.02,
                .velocity_noise = 0.05,
                .contact_noise = 0.05,
                .contacts = Stage::Contacts::undecided,
                .repairs = 1,
            },
            {
                .name = "obey physics",
                .scales = { .task = 1,
                    .smoothness = 1,
                    .posture = 1,
                    .contact = 1,
                    .physics = 1,
                    .body = 1,
                    .apart = 1 },
                .iterations = 200,
                .position_noise = 0.005,
                .velocity_noise = 0.0125,
                .gap_price = 2000,
                .slip_price = 40,
                .repairs = 1,
                .hopeless = kHopeless,
                .times_knots = true,
            },
            {
                .name = "polish",
                .scales = { .task = 3,
                    .smoothness = 1,
                    .posture = 1,
                    .contact = 40,
                    .physics = 30,
                    .body = 60,
                    .apart = 60 },
                .iterations = 120,
                .contacts = Stage::Contacts::decided,
                .gap_price = 1e5,
                .slip_price = 1e4,
                .tightenings = 3,
            },
        };
    };
    static const std::vector<Stage> plain = list(0), hinted = list(1);
    return zmp_hint ? hinted : plain;
}

StartResult run_start(
    const CioScene& ready, std::uint64_t seed, int start, const OnStageProgress& on_progress)
{
    const double began = thread_seconds();
    const CioProblem problem = make_problem(ready);
    CioCost& cost = problem.cost;
    const TrajectoryLayout& layout = ready.layout;
    Random random(seed);

    StartResult result;
    VectorXd& x = result.x;
    x.setZero(layout.variables());
    for (int k = 0; k < layout.segments; ++k)
        x.segment(layout.q(k), layout.coordinates) = ready.start;
    set_contacts(layout, contact_variable(kUndecided), x);
    const Variant& variant = kVariants[size_t(start) % kVariants.size()];
    const bool glides = variant.guided && write_guide(ready, x);
    const bool on_all_limbs = variant.guided && !glides;

    const std::vector<Stage>& plan = stages(task_of<Task>(*ready.scene).options.zmp_hint);
    for (int s = 0; s < int(plan.size()); ++s) {
        const Stage& stage = plan[s];
        if (s == 0 && on_all_limbs)
            continue;  // without contacts nothing would keep the limbs on the floor
        if (stage.contacts == Stage::Contacts::undecided)
            set_contacts(layout, contact_variable(kUndecided), x);
        if (s > 0)
            hold_start_contacts(ready, x);
        if (stage.contacts == Stage::Contacts::decided) {
            decide_contacts(layout, x);
            onto_frames(ready, x);
        }
        problem.trajectory->set_free_knots(
            task_of<Task>(*ready.scene).options.timing == PhaseTiming::free && stage.times_knots
                ? FreeKnots { ready.movable, kEvenPhases }
                : FreeKnots {});
        add_noise(layout, stage, random, x);
        FamilyScales scaled = stage.scales;
        scaled.smoothness = variant.smoothness[size_t(s)];
        if (stage.contacts == Stage::Contacts::undecided && !glides) {
            scaled.body = variant.loose;
            scaled.apart = variant.loose_apart;
        }
        cost.set_scales(scaled);
        cost.set_corner_prices(stage.gap_price, stage.slip_price);
        problem.trajectory->leave_out(
            stage.contacts == Stage::Contacts::decided ? 0 : CioCost::finest | CioCost::edge);
        const std::vector<TermFigures> before = measure(problem, x);
        cost.reset_figures();
        const auto on_iteration = [&](const Iteration& iteration) {
            result.history.push_back(
                { 0, s, iteration.number, thread_seconds() - began, iteration.cost });
            const bool go_on
                = !on_progress || on_progress({ s, iteration, worst_of(cost.figures()) });
            cost.reset_figures();
            return go_on;
        };
        int iterations = stage.iterations;
        for (int repeats = 0;; ++repeats) {
            const SolveReport report = minimise(*problem.trajectory,
                task_of<Task>(*ready.scene).options.solver, iterations, x, on_iteration);
            result.iterations += report.iterations;
            result.evaluations += report.evaluations;
            result.cost = report.final_cost;
            result.note = report.note;
            if (report.outcome == Outcome::stopped || report.outcome == Outcome::numerical_failure)
                return result;
            (void)measure(problem, x);
            const double lacking = lacking_support(cost);
            if (repeats < stage.repairs && revive_contacts(ready, cost.unsupported(), x) > 0)
                iterations = stage.iterations / 2;
            else if (repeats < stage.tightenings && lacking < kLost
                && !audited_motion(ready, x).valid() && cost.tighten() > 0)
                iterations = stage.iterations / 3;
            else
                break;
        }

        const std::vector<TermFigures> after = measure(problem, x);
        result.terms.clear();
        for (size_t i = 0; i < after.size(); ++i)
            result.terms.push_back({ std::string(after[i].name), before[i].cost, after[i].cost });
        result.stages_done = s + 1;
        if (lacking_support(cost) > stage.hopeless) {
            result.note = "given up: nothing supports the body in some phase";
            return result;
        }
    }
    // Costs of different starts are to be compared: all with the same scales.
    cost.set_scales(plan.back().scales);
    cost.relax();
    result.cost = problem.trajectory->value(x);
    result.finished = true;
    return result;
}

}  // namespace gambol::cio
