// SPDX-License-Identifier: MIT
#include "spacetime_bench.hpp"

#include "gambol/io/scene_reader.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "gambol/methods/spacetime/solve_plan.hpp"
#include "gambol/solve/ipopt_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>

namespace gambol::bench {

namespace {

using spacetime::Attempt;
using spacetime::ScenePlan;
using spacetime::SpacetimeProblem;

constexpr double kSameViolation = 1e-5;  // what every solver must reach to count

struct Solve {
    double seconds = 0;  // of one core
    double violation = 0, cost = 0;
    int iterations = 0;
    bool done = false;
};

double cpu_now()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

template <class Minimise>
Solve timed(SpacetimeProblem& problem, const Eigen::VectorXd& guess, const Minimise& minimise,
    double limit, const RunControl& control)
{
    Eigen::VectorXd x = guess;
    const double began = cpu_now();
    const ConstrainedReport report = minimise(problem, x, [&](const Iteration&) {
        return cpu_now() - began < limit && !(control.cancel && control.cancel->load());
    });
    Solve result;
    result.seconds = cpu_now() - began;
    result.violation = report.violation;
    result.cost = report.solve.final_cost;
    result.iterations = report.solve.iterations;
    result.done = report.solve.outcome == Outcome::converged && report.violation < kSameViolation;
    return result;
}

ConstrainedReport ipopt(
    SpacetimeProblem& problem, Eigen::VectorXd& x, const OnIteration& watch, bool exact)
{
    IpoptOptions options;
    options.tolerance = spacetime::solver_options().optimality_tolerance;
    options.exact_hessian = exact;
    options.on_iteration = watch;
    return minimise_ipopt(problem, x, options);
}

std::string show(const Solve& solve)
{
    return solve.done
        ? fmt::format("{:8.3f} {:5d}", solve.seconds, solve.iterations)
        : fmt::format("{:>8} {:5d}", fmt::format(">{:.1f}", solve.seconds), solve.iterations);
}

double median(std::vector<double> values)
{
    if (values.empty())
        return std::nan("");
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// What one scene and its perturbed set-ups came to.
struct Tally {
    int solved = 0, attempts = 0;
    std::vector<double> seconds, limited_ratio, exact_ratio;
};

void bench_setup(const Scene& scene, const SpacetimeArguments& arguments, const RunControl& control,
    Tally& tally)
{
    // Ours as a run does it: the next attempt when one fails; its time is that of all attempts.
    double spent = 0;
    Solve ours;
    int number = 0;
    for (const Attempt& attempt : spacetime::attempts()) {
        const ScenePlan plan = spacetime::plan_scene(scene, attempt.density);
        SpacetimeProblem problem(plan.plan);
        const Eigen::VectorXd guess = spacetime::first_guess(plan, problem, attempt.swing_share);
        ours = timed(
            problem, guess,
            [&](SpacetimeProblem& p, Eigen::VectorXd& x, const OnIteration& watch) {
                return spacetime::solve_plan(plan, attempt, p, x, watch);
            },
            arguments.limit, control);
        spent += ours.seconds;
        ++number;
        if (!ours.done)
            continue;
        fmt::print("  {}  {:8.3f} {:2d}", show(ours), spent, number);
        if (arguments.with_ipopt) {
            for (const bool exact : { false, true }) {
                const Solve other = timed(
                    problem, guess,
                    [&](SpacetimeProblem& p, Eigen::VectorXd& x, const OnIteration& watch) {
                        return ipopt(p, x, watch, exact);
                    },
                    arguments.limit, control);
                fmt::print("  {} {:>7}", show(other),
                    fmt::format("{}{:.0f}", other.done ? "" : ">", other.seconds / ours.seconds));
                (exact ? tally.exact_ratio : tally.limited_ratio)
                    .push_back(other.seconds / ours.seconds);
            }
        }
        break;
    }
    if (!ours.done)
        fmt::print("  {}  {:8.3f} {:2d}", show(ours), spent, number);
    fmt::print("\n");
    std::fflush(stdout);
    tally.solved += ours.done;
    tally.attempts += number;
    tally.seconds.push_back(spent);
}

}  // namespace

Scene perturbed(const Scene& scene, double share, int seed)
{
    Scene out = scene;
    if (seed == 0)
        return out;
    std::mt19937_64 random(std::uint64_t(seed) * 0x9E3779B97F4A7C15ull);
    const auto factor = [&] { return 1 + share * (2 * double(random() >> 11) * 0x1p-53 - 1); };
    const double step = factor();
    out.duration = 0;
    std::vector<double> ends { 0 }, before { 0 };
    for (ScenePhase& phase : out.phases) {
        before.push_back(before.back() + phase.duration);
        phase.duration *= factor();
        out.duration += phase.duration;
        ends.push_back(out.duration);
    }
    // Step length: along x, from where the first contact is. Bars and pegs stay where they are.
    const double origin = out.phases.front().contacts.front().at.x();
    for (ScenePhase& phase : out.phases)
        for (PhaseContact& contact : phase.contacts)
            if (std::holds_alternative<Plane>(out.surfaces[size_t(contact.surface)].shape))
                contact.at.x() = origin + step * (contact.at.x() - origin);
    // Keys keep their share of the phase that they lie in.
    for (Key& key : out.keys) {
        size_t phase = 0;
        while (phase + 2 < before.size() && key.when > before[phase + 1])
            ++phase;
        const double inside = (key.when - before[phase]) / (before[phase + 1] - before[phase]);
        key.when = ends[phase] + inside * (ends[phase + 1] - ends[phase]);
        if (key.when < 1e-9) {
            // Feet that stand flat leave no room for joints that each changed on their own.
            for (const KeyJoint& joint : key.angles)
                key.within = std::max(key.within, share * std::abs(joint.value));
            for (KeyJoint& joint : key.angles)
                joint.value *= factor();
        }
    }
    for (Eigen::Index i = 0; i < out.characters.front().start.angles.size(); ++i)
        out.characters.front().start.angles[i] *= factor();
    return out;
}

int bench_spacetime(const SpacetimeArguments& arguments, const RunControl& control)
{
    fmt::print(
        "One core, CPU seconds and iterations, all from the same guess, to a violation below "
        "{:g}.\n\"all\" is the time of all attempts that a run makes until one succeeds, "
        "and their number.\n",
        kSameViolation);
    bool all = true;
    for (const std::filesystem::path& path : arguments.scenes) {
        const Scene scene = read_scene(path).scene;
        if (scene.method != "spacetime")
            continue;
        fmt::print("\n{}\n  {:>14}  {:>11}{}\n", scene.name, "ours", "all",
            arguments.with_ipopt ? "   limited memory   ratio            exact   ratio" : "");
        Tally tally;
        for (int setup = 0; setup < arguments.setups; ++setup) {
            if (control.cancel && control.cancel->load())
                return 130;
            bench_setup(
                perturbed(scene, arguments.perturbation, setup == 0 ? 0 : arguments.seed + setup),
                arguments, control, tally);
        }
        fmt::print("  {} of {} solved, {} attempts, median {:.3f} s", tally.solved,
            arguments.setups, tally.attempts, median(tally.seconds));
        if (arguments.with_ipopt)
            fmt::print("; Ipopt takes {:.0f} times as long with limited memory, {:.1f} with exact "
                       "Hessians (medians)",
                median(tally.limited_ratio), median(tally.exact_ratio));
        fmt::print("\n");
        all = all && tally.solved == arguments.setups;
    }
    return all ? 0 : 3;
}

}  // namespace gambol::bench
