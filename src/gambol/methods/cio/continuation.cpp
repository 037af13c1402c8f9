// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/continuation.hpp"

#include "gambol/math/random.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/footsteps.hpp"
#include "gambol/methods/cio/guide.hpp"
#include "gambol/methods/cio/mounting.hpp"
#include "gambol/methods/cio/part_ways.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "gambol/parallel/thread_clock.hpp"
#include "gambol/solve/lbfgs.hpp"
#include "gambol/solve/levenberg_marquardt.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

/// Contacts start here: 1 makes the body crouch over contacts it never gives up; 0 cannot grow,
/// because the slope of W(c) vanishes there.
constexpr double kUndecided = 0.1;
constexpr double kRelativeDecrease = 1e-4;  // a stage that gains less is over
/// Likewise while contacts are found that an errand has planned already.
constexpr double kPlannedDecrease = 1e-3;
/// L-BFGS iterations are cheaper and less effective; this many replace one.
constexpr int kLbfgsFactor = 5;
constexpr double kLost = 0.3;  // polished, but beyond repair
constexpr double kPaperEpsilon = 1e-3;
constexpr int kPaperIterations = 250;  // the paper names 250 to 1000 per stage

/// Starts differ in more than their noise: how quick limbs may be, whether a guide leads them, and
/// how much limbs may bend too far, or be in each other's way, while they look for support. Those
/// that are valid most often come first.
struct Variant {
    bool guided;
    bool steps;  // feet step in turn, to begin with
    std::array<double, 4> smoothness;  // scale of that family, per stage
    /// Scales of the body's limits while contacts are found, unless the torso glides. A thigh that
    /// is on the wrong side of an arm stays there.
    double loose, loose_apart;
};
constexpr std::array<Variant, 6> kVariants { {
    { .guided = true, .steps = true, .smoothness = { 1, 1, 1, 1 }, .loose = 0.1, .loose_apart = 1 },
    { .guided = true,
        .steps = true,
        .smoothness = { 10, 3, 3, 3 },
        .loose = 0.03,
        .loose_apart = 0.3 },
    { .guided = true,
        .steps = false,
        .smoothness = { 1, 1, 1, 1 },
        .loose = 0.03,
        .loose_apart = 0.3 },
    { .guided = true,
        .steps = true,
        .smoothness = { 0.3, 0.3, 0.3, 0.3 },
        .loose = 0.1,
        .loose_apart = 1 },
    { .guided = true,
        .steps = false,
        .smoothness = { 100, 30, 10, 3 },
        .loose = 0.03,
        .loose_apart = 0.3 },
    { .guided = false,
        .steps = false,
        .smoothness = { 10, 10, 1, 1 },
        .loose = 0.03,
        .loose_apart = 0.3 },
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
double lacking_support(const CompanyProblem& problem, int islands)
{
    double most = 0;
    for (int i = 0; i < islands; ++i)
        for (const std::vector<double>& phases : problem.unsupported(i))
            most = std::max(most, *std::max_element(phases.begin(), phases.end()));
    return most;
}

std::vector<TermFigures> measure(CompanyProblem& problem, const VectorXd& x)
{
    problem.reset_figures();
    (void)problem.value(x);
    return problem.figures();
}

/// Noise must not repeat from one island to the next; that of the first is that of who is alone.
std::uint64_t island_seed(std::uint64_t seed, int island)
{
    return seed ^ (std::uint64_t(island) * 0x9E3779B97F4A7C15ull);
}

SolveReport minimise(CompanyProblem& problem, CioSolver solver, int iterations,
    double relative_decrease, VectorXd& x, const OnIteration& on_iteration)
{
    if (solver == CioSolver::levenberg_marquardt) {
        LevenbergMarquardtOptions options;
        options.max_iterations = iterations;
        options.relative_decrease = relative_decrease;
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

/// One start on its way through the stages.
class Start {
public:
    Start(
        const Company& company, std::uint64_t seed, int number, const OnStageProgress& on_progress)
        : company_(company)
        , options_(task_of<Task>(*company.scene).options)
        , variant_(kVariants[size_t(number) % kVariants.size()])
        , on_progress_(on_progress)
        , problem_(company)
        , began_(thread_cpu_seconds())
    {
        for (int i = 0; i < islands(); ++i) {
            random_.emplace_back(island_seed(seed, i));
            const TrajectoryLayout& layout = ready(i).layout;
            VectorXd& x = parts_.emplace_back(VectorXd::Zero(layout.variables()));
            for (int k = 0; k < layout.segments; ++k)
                x.segment(layout.q(k), layout.coordinates) = ready(i).start;
            set_contacts(layout, contact_variable(kUndecided), x);
            carries_.push_back(plan_carries(ready(i), number));
            errands_ = errands_ || !carries_.back().empty();
            glides_ = (variant_.guided || errands_) && write_guide(ready(i), carries_.back(), x)
                && glides_;
        }
        if (variant_.guided)
            part_ways(company, parts_);
        for (int i = 0; i < islands(); ++i)
            steps_.push_back(variant_.steps && glides_ && !errands_
                    ? write_footsteps(ready(i), parts_[size_t(i)])
                    : std::vector<Footsteps> {});
    }

    StartResult run()
    {
        const std::vector<Stage>& plan = stages(options_.zmp_hint);
        for (int s = 0; s < int(plan.size()); ++s) {
            if (s == 0 && ((variant_.guided && !glides_) || errands_ || steps()))
                continue;  // without contacts nothing would keep the limbs on the floor, or hands
                           // on what they carry
            if (!pass(s, plan[size_t(s)]))
                return result_;
        }
        // Costs of different starts are to be compared: all with the same scales.
        problem_.set_scales(plan.back().scales);
        problem_.relax();
        result_.cost = problem_.value(result_.x);
        result_.finished = true;
        return result_;
    }

private:
    [[nodiscard]] int islands() const { return int(company_.islands.size()); }
    [[nodiscard]] const CioScene& ready(int island) const
    {
        return company_.islands[size_t(island)].ready;
    }

    /// Whether somebody's steps are guessed.
    [[nodiscard]] bool steps() const
    {
        return std::any_of(steps_.begin(), steps_.end(),
            [](const std::vector<Footsteps>& those) { return !those.empty(); });
    }

    /// False when the start ends here.
    bool pass(int s, const Stage& stage)
    {
        prepare_stage(s, stage);
        const std::vector<TermFigures> before = measure(problem_, result_.x);
        problem_.reset_figures();
        if (!solve_stage(s, stage))
            return false;
        const std::vector<TermFigures> after = measure(problem_, result_.x);
        result_.terms.clear();
        for (size_t i = 0; i < after.size(); ++i)
            result_.terms.push_back({ std::string(after[i].name), before[i].cost, after[i].cost });
        result_.stages_done = s + 1;
        if (lacking_support(problem_, islands()) > stage.hopeless) {
            result_.note = "given up: nothing supports the body in some phase";
            return false;
        }
        return true;
    }

    /// What is decided before a stage, and what counts in it.
    void prepare_stage(int s, const Stage& stage)
    {
        for (int i = 0; i < islands(); ++i) {
            VectorXd& x = parts_[size_t(i)];
            if (stage.contacts == Stage::Contacts::undecided) {
                set_contacts(ready(i).layout, contact_variable(kUndecided), x);
                plan_contacts(ready(i), carries_[size_t(i)], x);
                plan_contacts(ready(i), steps_[size_t(i)], x);
                plan_mounted_contacts(ready(i), x);
            }
            if (s > 0)
                hold_start_contacts(ready(i), x);
            if (stage.contacts == Stage::Contacts::decided) {
                decide_contacts(ready(i).layout, x);
                onto_frames(ready(i), x);
            }
            add_noise(ready(i).layout, stage, random_[size_t(i)], x);
        }
        result_.x = company_.whole(parts_);
        problem_.set_free_knots(
            options_.timing == PhaseTiming::free && stage.times_knots, kEvenPhases);
        FamilyScales scaled = stage.scales;
        scaled.smoothness = variant_.smoothness[size_t(s)];
        if (stage.contacts == Stage::Contacts::undecided && !glides_) {
            scaled.body = variant_.loose;
            scaled.apart = variant_.loose_apart;
        }
        problem_.set_scales(scaled);
        problem_.set_corner_prices(stage.gap_price, stage.slip_price);
        problem_.leave_out(
            stage.contacts == Stage::Contacts::decided ? 0 : CioCost::finest | CioCost::edge);
    }

    /// Until the stage is good enough, or nothing helps. False when it was stopped.
    bool solve_stage(int s, const Stage& stage)
    {
        VectorXd& x = result_.x;
        const auto on_iteration = [&](const Iteration& iteration) {
            result_.history.push_back(
                { 0, s, iteration.number, thread_cpu_seconds() - began_, iteration.cost });
            const std::vector<TermFigures> figures = problem_.figures();
            const bool go_on = !on_progress_ || on_progress_({ s, iteration, worst_of(figures) });
            problem_.reset_figures();
            return go_on;
        };
        const double enough = errands_ && stage.contacts == Stage::Contacts::undecided
            ? kPlannedDecrease
            : kRelativeDecrease;
        int iterations = stage.iterations;
        for (int repeats = 0;; ++repeats) {
            const SolveReport report
                = minimise(problem_, options_.solver, iterations, enough, x, on_iteration);
            result_.iterations += report.iterations;
            result_.evaluations += report.evaluations;
            result_.cost = report.final_cost;
            result_.note = report.note;
            for (int i = 0; i < islands(); ++i)
                parts_[size_t(i)] = company_.part(x, i);
            if (report.outcome == Outcome::stopped || report.outcome == Outcome::numerical_failure)
                return false;
            (void)measure(problem_, x);
            const double lacking = lacking_support(problem_, islands());
            if (repeats < stage.repairs && revive() > 0)
                iterations = stage.iterations / 2;
            else if (repeats < stage.tightenings && lacking < kLost
                && !audited_motion(company_, x).valid() && problem_.tighten() > 0)
                iterations = stage.iterations / 3;
            else
                return true;
        }
    }

    int revive()
    {
        int revived = 0;
        for (int i = 0; i < islands(); ++i)
            revived += revive_contacts(ready(i), problem_.unsupported(i), parts_[size_t(i)]);
        result_.x = company_.whole(parts_);
        return revived;
    }

    const Company& company_;
    const Options& options_;
    const Variant& variant_;
    const OnStageProgress& on_progress_;
    CompanyProblem problem_;
    double began_;
    std::vector<Random> random_;  // per island
    std::vector<VectorXd> parts_;  // of x, likewise
    std::vector<std::vector<Carry>> carries_;  // likewise
    std::vector<std::vector<Footsteps>> steps_;  // likewise
    bool errands_ = false;  // somebody has something to carry
    bool glides_ = true;  // nobody goes on all limbs
    StartResult result_;
};

}  // namespace

StartResult run_start(
    const Company& company, std::uint64_t seed, int number, const OnStageProgress& on_progress)
{
    return Start(company, seed, number, on_progress).run();
}

}  // namespace gambol::cio
