// SPDX-License-Identifier: MIT
#include "cec2006_bench.hpp"

#include "cec2006_split.hpp"
#include "ipopt_reference.hpp"

#include "gambol/solve/basin_cma_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::bench {

namespace {

using Eigen::VectorXd;

constexpr int kProblems = 24;
constexpr double kCostTolerance = 1e-4;  // of the competition
constexpr int kImpossible = 20;  // no point keeps its constraints (tests/bench)
constexpr long kBudgetOfImpossible = 5000;  // enough to see that
constexpr double kContracted = 1e-2;  // of the first spread: local solves do the rest

/// [Wampler 2009, appendix A], and the fewest evaluations of any entrant of the competition.
constexpr std::array<PaperRow, kProblems> kPaper { { { true, 105.970464, 25115 },
    { true, 10.735468, 96222 }, { true, 20.546281, 24861 }, { true, 29.500000, 15281 },
    { true, 59.019391, 21306 }, { true, 24.537736, 5202 }, { true, 89.488215, 26578 },
    { true, 0.269050, 918 }, { true, 6.083616, 16152 }, { true, 11.086012, 25520 },
    { true, 12.345679, 3000 }, { true, 16.769231, 1308 }, { true, 29.487110, 21732 },
    { true, 39.905063, 25220 }, { true, 40.223077, 10458 }, { true, 4.163090, 8730 },
    { false, 40.748068, 26364 }, { true, 109.538760, 28261 }, { true, 19.098863, 21830 },
    { false, 0, 0 }, { true, 26.338387, 38217 }, { false, 0, 0 }, { true, 442.150171, 129550 },
    { true, 2.457534, 1794 } } };

/// One local solve of a search.
class LocalSolver {
public:
    LocalSolver(Cec2006Problem& problem, const Cec2006Arguments& arguments)
        : problem_(problem)
    {
        options_.max_iterations = arguments.local_iterations;
        options_.on_iteration = [this, budget = arguments.budget](const Iteration&) {
            return !problem_.solved()
                && problem_.count().values + problem_.count().gradients < budget;
        };
    }

    /// With `nearest_first` from the point within the constraints that is nearest to the sample:
    /// the way there, on which the cost counts as well, leads away from parts of the box that are
    /// good and small.
    [[nodiscard]] basin_cma::Evaluation solve(const VectorXd& sample, bool nearest_first)
    {
        problem_.forget_seen();
        VectorXd x = sample;
        if (nearest_first) {
            problem_.look_for_nearest(sample);
            IpoptOptions rough = options_;
            rough.tolerance = kRough;
            (void)minimise_ipopt(problem_, x, rough);
            problem_.look_for_cheapest();
        }
        (void)minimise_ipopt(problem_, x, options_);
        if (has_seen_better(x))
            stay_before_jumps(x);
        const Cec2006Problem::Score score = problem_.score(x);
        if (has_seen_better(x))
            return { problem_.seen()->u, problem_.seen()->cost };
        return { x, score.cost, score.violation };
    }

private:
    static constexpr double kRough = 1e-3;

    [[nodiscard]] bool has_seen_better(const VectorXd& x) const
    {
        const Cec2006Problem::Score score = problem_.score(x);
        return problem_.seen()
            && (score.violation > 0
                || problem_.seen()->cost < score.cost - kCostTolerance * std::abs(score.cost));
    }

    /// A solver that is not yet within the constraints steps over a jump of the cost and cannot
    /// come back. Where it has seen better, that is where it begins again, and with a bound there.
    void stay_before_jumps(VectorXd& x)
    {
        const VectorXd seen = problem_.seen()->u;
        const auto part = smooth_part(problem_, seen, x);
        if (!part)
            return;
        const Bounds whole = problem_.box();
        problem_.keep_to(*part);
        x = seen;
        (void)minimise_ipopt(problem_, x, options_);
        x = x.cwiseMax(part->lower).cwiseMin(part->upper);
        problem_.keep_to(whole);
    }

    Cec2006Problem& problem_;
    IpoptOptions options_;
};

long median(std::vector<long> numbers)
{
    if (numbers.empty())
        return 0;
    const auto middle = numbers.begin() + std::ptrdiff_t(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

std::vector<Cec2006Run> run_all_seeds(const Cec2006& problem, Cec2006Arguments arguments)
{
    if (problem.number == kImpossible)
        arguments.budget = std::min(arguments.budget, kBudgetOfImpossible);
    std::vector<Cec2006Run> runs(size_t(arguments.seeds));
    // One after the other: the linear solver below Ipopt keeps its state in globals.
    for (int seed = 0; seed < arguments.seeds; ++seed)
        runs[size_t(seed)] = run_cec2006(problem, arguments, std::uint64_t(seed + 1));
    return runs;
}

/// What all seeds of a problem came to.
struct Row {
    std::vector<long> once, by_differences;  // evaluations of those that solved it
    double best = std::numeric_limits<double>::infinity();
};

Row row_of(const Cec2006& problem, const Cec2006Arguments& arguments)
{
    Row row;
    for (const Cec2006Run& run : run_all_seeds(problem, arguments)) {
        row.best = std::min(row.best, run.best_cost);
        if (!run.solved)
            continue;
        row.once.push_back(run.count.values + run.count.gradients);
        row.by_differences.push_back(run.count.values + problem.dimension() * run.count.gradients);
    }
    return row;
}

std::string number_or_none(double number)
{
    return std::isfinite(number) ? fmt::format("{:.8f}", number) : "none";
}

}  // namespace

long PaperRow::evaluations() const
{
    return ratio > 0 ? std::lround(double(contestant) / ratio) : 0;
}

PaperRow paper_row(int problem)
{
    return kPaper.at(size_t(problem - 1));
}

Cec2006Run run_cec2006(
    const Cec2006& problem, const Cec2006Arguments& arguments, std::uint64_t seed)
{
    const int n = problem.dimension();
    const double target = problem.fitness(problem.best_known)[0] + kCostTolerance;
    Cec2006Problem local(problem, target);
    const std::vector<basin_cma::Variable> variables(
        size_t(n), { basin_cma::Role::both, 0, 1, 0.5, 0.5 });
    basin_cma::Options options;
    options.samples = arguments.samples > 0 ? arguments.samples : 4 + int(3 * std::log(n));
    options.seed = seed;
    options.violation_tolerance = 0;

    const auto in_budget = [&] {
        return !local.solved() && local.count().values + local.count().gradients < arguments.budget;
    };
    LocalSolver solver(local, arguments);
    while (in_budget()) {
        options.elites = std::max(2, options.samples / 3);
        basin_cma::Search search(variables, options);
        while (in_budget() && search.spread() > kContracted)
            search.tell(basin_cma::evaluate_generation(
                search,
                [&](const VectorXd& x, double, int sample) {
                    // Once solved the rest of the generation is not looked at.
                    return in_budget() ? solver.solve(x, problem.equalities > 0 && sample % 2 == 1)
                                       : basin_cma::Evaluation { x };
                },
                1));
        options.samples *= 2;
        ++options.seed;
    }
    Cec2006Run run;
    run.solved = local.solved().has_value();
    run.count = local.solved().value_or(local.count());
    if (local.best()) {
        run.best_cost = local.best()->cost;
        run.best_point = local.point(local.best()->u);
    }
    return run;
}

int bench_cec2006(const Cec2006Arguments& arguments)
{
    fmt::print(
        "Evaluations are medians over seeds that solved it: points whose cost or derivatives "
        "were asked for\n(f + g), or with derivatives by differences (f + n g). Paper: "
        "[Wampler 2009], appendix A.\n\n");
    fmt::print("{:>3} {:>3} {:>7} {:>9} {:>10} {:>8} {:>10} {:>7} {:>16} {:>16}\n", "#", "n",
        "solved", "f + g", "f + n g", "paper", "paper, n", "solved", "best", "best known");
    std::vector<int> problems = arguments.problems;
    for (int number = 1; arguments.problems.empty() && number <= kProblems; ++number)
        problems.push_back(number);
    int all_solved = 0, fewer = 0;
    for (const int number : problems) {
        const Cec2006 problem = cec2006(number);
        const int n = problem.dimension();
        const Row row = row_of(problem, arguments);
        const PaperRow paper = paper_row(number);
        const long theirs = paper.evaluations();
        all_solved += 2 * int(row.once.size()) > arguments.seeds;
        fewer += theirs > 0 && !row.once.empty() && median(row.once) < theirs;
        fmt::print("{:>3} {:>3} {:>4}/{:<2} {:>9} {:>10} {:>8} {:>10} {:>7} {:>16} {:>16.8f}\n",
            number, n, row.once.size(), arguments.seeds, median(row.once),
            median(row.by_differences), theirs, theirs * (n + 1), paper.solved ? "yes" : "no",
            number_or_none(row.best), problem.fitness(problem.best_known)[0]);
        std::fflush(stdout);
    }
    fmt::print(
        "\n{} of {} solved by most seeds; fewer evaluations than the paper on {} of its {}\n",
        all_solved, problems.size(), fewer,
        std::count_if(problems.begin(), problems.end(),
            [](int number) { return paper_row(number).evaluations() > 0; }));
    return 0;
}

}  // namespace gambol::bench
