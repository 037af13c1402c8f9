// SPDX-License-Identifier: MIT
#include "gait_bench.hpp"

#include "ipopt_reference.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/random.hpp"
#include "gambol/methods/gait/timing_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <iterator>

namespace gambol::bench {

namespace {

using Eigen::VectorXd;

double cpu_seconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

double middle(std::vector<double> values)
{
    if (values.empty())
        return std::nan("");
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

/// Seconds and outcome of one solver on several timings.
struct Tally {
    std::vector<double> seconds, violations, iterations, costs;
    int feasible = 0;

    void add(double s, double violation, int iteration, double cost)
    {
        seconds.push_back(s);
        violations.push_back(violation);
        iterations.push_back(iteration);
        costs.push_back(cost);
        feasible += violation <= gait::kFeasible;
    }
};

void add_ipopt(gait::GaitProblem& problem, const GaitArguments& arguments,
    const RunControl& control, double violation, Tally& tally)
{
    IpoptOptions options;
    options.max_iterations = 100000;
    options.tolerance = gait::TimingSolveOptions {}.optimality_tolerance;
    options.violation_tolerance
        = std::max(violation, gait::TimingSolveOptions {}.violation_tolerance);
    options.exact_hessian = false;
    const auto since = std::chrono::steady_clock::now();
    options.on_iteration = [&](const Iteration&) {
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
        return took.count() < arguments.ipopt_limit && !(control.cancel && control.cancel->load());
    };
    VectorXd x = problem.standing();
    const double began = cpu_seconds();
    const ConstrainedReport report = minimise_ipopt(problem, x, options);
    tally.add(cpu_seconds() - began, report.violation, report.solve.iterations,
        gait::GaitProblem::cost(report.solve.final_cost));
}

void print_row(const std::string& name, const std::string& speed, const Tally& tally)
{
    fmt::print("{:<14} {:>5} {:>4} of {:<4} {:7.3f} {:7.3f} {:6.0f} {:10.1e} {:8.4f}", name, speed,
        tally.feasible, tally.seconds.size(), middle(tally.seconds),
        *std::max_element(tally.seconds.begin(), tally.seconds.end()), middle(tally.iterations),
        middle(tally.violations), middle(tally.costs));
}

/// False if interrupted.
bool run_case(const gait::Animal& animal, const std::string& name, double speed,
    const GaitArguments& arguments, const RunControl& control)
{
    gait::Settings settings;
    settings.symmetric = arguments.symmetric;
    const double own = speed / animal.speed_unit();
    Tally ours, shared, ipopt;
    const std::vector<gait::Timing> timings = plausible_timings(
        animal, own, settings, arguments.timings, std::uint64_t(arguments.seed));
    for (size_t i = 0; i < timings.size(); ++i) {
        const double began = cpu_seconds();
        const gait::TimingSolution solution = gait::solve_timing(animal, timings[i], own, settings);
        const double seconds = cpu_seconds() - began;
        ours.add(seconds, solution.violation, solution.report.iterations, solution.cost);
        if (int(i) < arguments.ipopt_timings) {
            shared.add(seconds, solution.violation, solution.report.iterations, solution.cost);
            gait::GaitProblem problem(animal, timings[i], own, settings);
            add_ipopt(problem, arguments, control, solution.violation, ipopt);
        }
        if (control.cancel && control.cancel->load())
            return false;
    }
    print_row(name, fmt::format("{:g}", speed), ours);
    fmt::print("\n");
    if (!ipopt.seconds.empty()) {
        print_row("  Ipopt", "", ipopt);
        fmt::print("  {:.0f} times as long\n", middle(ipopt.seconds) / middle(shared.seconds));
    }
    std::fflush(stdout);
    return true;
}

}  // namespace

std::vector<GaitCase> gait_cases(
    const std::vector<std::string>& animals, const std::vector<double>& speeds)
{
    const std::vector<GaitCase> usual { { "biped", { 0.7, 1.2, 3 } },
        { "human", { 0.7, 1.2, 3, 4 } }, { "horse", { 1, 3.5, 6, 10 } },
        { "velociraptor", { 2, 8 } }, { "pentaped", { 4 } } };
    std::vector<GaitCase> cases;
    if (animals.empty())
        for (const io::Listing& known : io::list_characters())
            std::copy_if(usual.begin(), usual.end(), std::back_inserter(cases),
                [&](const GaitCase& c) { return c.animal == known.name; });
    for (const std::string& animal : animals) {
        const std::string name = std::filesystem::path(animal).stem();
        const auto found = std::find_if(
            usual.begin(), usual.end(), [&](const GaitCase& c) { return c.animal == name; });
        cases.push_back({ animal, found != usual.end() ? found->speeds : std::vector { 1.0 } });
    }
    if (!speeds.empty())
        for (GaitCase& c : cases)
            c.speeds = speeds;
    return cases;
}

std::vector<gait::Timing> plausible_timings(const gait::Animal& animal, double speed,
    const gait::Settings& settings, int count, std::uint64_t seed)
{
    const gait::TimingSpace space(animal, speed, settings, {}, {});
    const gait::Timing usual = gait::usual_timing(animal, speed);
    Random random(seed);
    std::vector<gait::Timing> timings;
    const int most = 1000 * count;  // draws; a speed may be beyond all reach
    for (int draw = 0; draw < most && int(timings.size()) < count; ++draw) {
        gait::Timing timing = usual;
        timing.period *= random.uniform(0.75, 1.3);
        for (size_t f = 0; f < timing.feet.size(); ++f) {
            gait::FootTiming& foot = timing.feet[f];
            foot.duty *= random.uniform(0.85, 1.15);
            foot.start += random.uniform(-0.05, 0.05);
            if (settings.symmetric && animal.feet[f].mirror < int(f)) {
                foot = timing.feet[size_t(animal.feet[f].mirror)];
                foot.start += 0.5;
            }
            foot.start -= std::floor(foot.start);
        }
        if (space.plausible(timing))
            timings.push_back(timing);
    }
    return timings;
}

int bench_gait(const GaitArguments& arguments, const RunControl& control)
{
    fmt::print("Cycles of plausible timings from standing still: violation at most {:g}, CPU "
               "seconds (median, most), medians of iterations, violation, cost\n\n",
        gait::kFeasible);
    for (const GaitCase& c : gait_cases(arguments.animals, arguments.speeds)) {
        const gait::Animal animal = gait::make_animal(io::read_character(c.animal).character);
        for (const double speed : c.speeds)
            if (!run_case(animal, c.animal, speed, arguments, control))
                return 130;
    }
    return 0;
}

}  // namespace gambol::bench
