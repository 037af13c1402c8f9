// SPDX-License-Identifier: MIT
#include "spacetime_bench.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "gambol/methods/spacetime/reconstruct.hpp"
#include "gambol/methods/spacetime/solve_plan.hpp"
#include "gambol/motion/audit.hpp"
#include "ipopt_reference.hpp"
#include "perturbed_scene.hpp"
#include "timed_solve.hpp"
#include "trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::bench {

namespace {

using Eigen::VectorXd;
using spacetime::Attempt;
using spacetime::ScenePlan;
using spacetime::SpacetimeProblem;

/// What every solver must reach to count; the tolerance that all are given.
double common_violation()
{
    return spacetime::solver_options().violation_tolerance;
}

TimedSolve ipopt(SpacetimeProblem& problem, VectorXd x, bool exact,
    const SpacetimeArguments& arguments, const RunControl& control)
{
    return timed(
        x,
        [&](VectorXd& at, const OnIteration& watch) {
            IpoptOptions options;
            options.max_iterations = 1000000;
            options.tolerance = spacetime::solver_options().optimality_tolerance;
            options.violation_tolerance = common_violation();
            options.exact_hessian = exact;
            options.on_iteration = watch;
            return minimise_ipopt(problem, at, options);
        },
        arguments.ipopt_limit, common_violation(), control);
}

std::string show(const TimedSolve& solve)
{
    return fmt::format("{:8.3f} s {:5d} iterations, violation {:.0e}, cost {:.4g}", solve.seconds,
        solve.iterations, solve.violation, solve.cost);
}

/// Ours and Ipopt on the problem of the attempt that succeeded.
void compare_with_ipopt(SpacetimeProblem& problem, const VectorXd& guess, const TimedSolve& ours,
    const SpacetimeArguments& arguments, const RunControl& control)
{
    fmt::print("    {} variables, {} rows\n    {:<22} {}\n", problem.shape().variables(),
        problem.row_bounds().lower.size(), "ours", show(ours));
    for (const bool exact : { false, true }) {
        const TimedSolve other = ipopt(problem, guess, exact, arguments, control);
        const std::string ratio = fmt::format("{:.1f} times as long", other.seconds / ours.seconds);
        fmt::print("    {:<22} {}: {}\n", exact ? "Ipopt, exact Hessian" : "Ipopt, limited memory",
            show(other),
            other.done          ? ratio
                : other.stopped ? ">= " + ratio + " (stopped)"
                                : "gave up after " + ratio);
        std::fflush(stdout);
    }
}

double figure(const std::vector<Figure>& figures, const std::string& name)
{
    for (const Figure& f : figures)
        if (f.name == name)
            return f.value;
    return std::nan("");
}

void judge(
    const ScenePlan& plan, const SpacetimeProblem& problem, const VectorXd& x, SetupResult& result)
{
    const AuditReport report = audit(spacetime::reconstruct(plan, problem, x));
    result.valid = report.passed();
    result.failed_check.clear();
    for (const AuditCheck& check : report.checks)
        if (!check.passed && result.failed_check.empty())
            result.failed_check = fmt::format("{} {:.3g} {}", check.name, check.value, check.unit);
    const std::vector<Figure> between = spacetime::figures_between(plan, problem, x);
    result.flight_torque = figure(between, "flight_torque");
    result.momentum_drift = figure(between, "angular_momentum_drift");
    result.contact_drift = figure(between, "contact_drift");
    result.floor_depth = figure(between, "floor_depth");
    result.residual_force = report.find("residual_force_max").value;
    result.penetration = report.find("penetration").value;
}

void print(int setup, const SetupResult& result)
{
    fmt::print("  {:>3}  {:8.3f} s {:2d} attempts  {:<13} {:<12}", setup, result.seconds,
        result.attempts, result.converged ? "converged" : "not converged",
        !result.converged  ? ""
            : result.valid ? "audit passed"
                           : "audit failed: " + result.failed_check);
    if (result.valid)
        fmt::print("  {:5.2f} N m {:5.2f} % {:6.2f} mm {:6.2f} mm {:6.2f} mm", result.flight_torque,
            100 * result.momentum_drift, 1e3 * result.contact_drift, 1e3 * result.floor_depth,
            1e3 * result.penetration);
    fmt::print("\n");
    std::fflush(stdout);
}

void print_summary(const std::vector<SetupResult>& results)
{
    int converged = 0, valid = 0, attempts = 0;
    std::vector<double> seconds;
    SetupResult worst;
    for (const SetupResult& result : results) {
        converged += result.converged;
        valid += result.valid;
        attempts += result.attempts;
        seconds.push_back(result.seconds);
        if (!result.valid)
            continue;
        for (double SetupResult::*what :
            { &SetupResult::flight_torque, &SetupResult::momentum_drift,
                &SetupResult::contact_drift, &SetupResult::floor_depth,
                &SetupResult::residual_force, &SetupResult::penetration })
            worst.*what = std::max(worst.*what, result.*what);
    }
    fmt::print(
        "  {} of {} converged, {} of them pass the audit; {} attempts, median {:.3f} s\n"
        "  worst of the valid: torque in flight {:.2f} N m, drift of angular momentum {:.2f} "
        "%, of contacts {:.2f} mm,\n  depth in the floor {:.2f} mm, in anything {:.2f} mm, "
        "residual force {:.3f} of weight\n",
        converged, results.size(), valid, attempts, median(seconds), worst.flight_torque,
        100 * worst.momentum_drift, 1e3 * worst.contact_drift, 1e3 * worst.floor_depth,
        1e3 * worst.penetration, worst.residual_force);
}

}  // namespace

SetupResult solve_setup(const Scene& scene, const SpacetimeArguments& arguments,
    const RunControl& control, bool with_ipopt)
{
    SetupResult result;
    for (const Attempt& attempt : spacetime::attempts()) {
        const ScenePlan plan
            = spacetime::plan_scene(scene, attempt.density, attempt.within_strength);
        SpacetimeProblem problem(plan.plan);
        const VectorXd guess = spacetime::first_guess(plan, problem, attempt.swing_share);
        VectorXd x = guess;
        const TimedSolve ours = timed(
            x,
            [&](VectorXd& at, const OnIteration& watch) {
                return spacetime::solve_plan(plan, attempt, problem, at, watch);
            },
            arguments.limit, common_violation(), control);
        result.seconds += ours.seconds;
        ++result.attempts;
        result.converged = ours.done;
        if (!ours.done)
            continue;
        judge(plan, problem, x, result);
        if (!result.valid)
            continue;
        if (with_ipopt)
            compare_with_ipopt(problem, guess, ours, arguments, control);
        break;
    }
    return result;
}

int bench_spacetime(const SpacetimeArguments& arguments, const RunControl& control)
{
    fmt::print("CPU seconds of one core in the solver, for all attempts that a run makes until one "
               "converges (violation at most {:g})\nand passes the audit; then torque in flight, "
               "drift of angular momentum and of contacts, depth in the floor\nbetween slices, and "
               "depth in anything by the audit.\n",
        common_violation());
    bool all = true;
    for (const std::filesystem::path& path : arguments.scenes) {
        const Scene scene = io::read_job(path).scene;
        if (!std::holds_alternative<spacetime::Task>(scene.task))
            continue;
        fmt::print("\n{}\n", scene.name);
        std::vector<SetupResult> results;
        for (int setup = 0; setup < arguments.setups; ++setup) {
            const int seed = setup == 0 ? 0 : arguments.seed + setup;
            results.push_back(solve_setup(perturbed(scene, arguments.perturbation, seed), arguments,
                control, setup < arguments.ipopt_setups));
            if (control.cancel && control.cancel->load())
                return 130;
            print(setup, results.back());
            all = all && results.back().valid;
        }
        print_summary(results);
    }
    return all ? 0 : 3;
}

}  // namespace gambol::bench
