// SPDX-License-Identifier: MIT
#include "run_solutions.hpp"

#include "versions.hpp"

#include "gambol/io/json/json_writer.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/io/motion/run_directory.hpp"
#include "gambol/jobs/solutions.hpp"
#include "gambol/motion/contact_pattern.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace gambol::app {

namespace {

std::string solutions_json(const SolutionSet& set, const std::string& name, int asked)
{
    io::JsonWriter json;
    json.begin_object();
    json.line().key("format").text("gambol/solutions");
    json.key("version").integer(1);
    json.line().key("name").text(name);
    json.line().key("status").text(io::status_name(set.status));
    json.line().key("asked").integer(asked);
    json.key("runs").integer(set.runs);
    json.key("valid_runs").integer(set.valid);
    json.key("clearly_different").exact(kClearlyDifferent);
    json.line().key("solutions").begin_array();
    for (std::size_t i = 0; i < set.solutions.size(); ++i) {
        const Solution& solution = set.solutions[i];
        json.line().begin_object();
        json.key("folder").text(io::solution_name(i));
        json.key("seed").unsigned_integer(solution.seed);
        json.key("cost");
        if (std::isfinite(solution.cost))
            json.exact(solution.cost);
        else
            json.null();
        json.key("differences").exact(Eigen::VectorXd(set.differences.row(Eigen::Index(i))));
        json.key("contacts").text(pattern_text(solution.result.motion));
        json.end_object();
    }
    json.end_array();
    json.line().end_object();
    return json.take() + "\n";
}

void print_table(const SolutionSet& set)
{
    const std::size_t count = set.solutions.size();
    fmt::print("{:<12} {:>6} {:>9}  {:<{}}  {}\n", "", "seed", "cost", "difference from each",
        std::max<std::size_t>(20, 6 * count), "contacts");
    for (std::size_t i = 0; i < count; ++i) {
        std::string differences;
        for (std::size_t j = 0; j < count; ++j)
            differences += i == j
                ? fmt::format("{:>6}", "-")
                : fmt::format("{:>6.2f}", set.differences(Eigen::Index(i), Eigen::Index(j)));
        fmt::print("{:<12} {:>6} {:>9.4g}  {:<{}}  {}\n", io::solution_name(i),
            set.solutions[i].seed, set.solutions[i].cost, differences,
            std::max<std::size_t>(20, 6 * count), pattern_text(set.solutions[i].result.motion));
    }
}

std::string headline(const SolutionSet& set, int asked)
{
    if (set.valid == 0)
        return "none of the runs is valid; solution-1 is the best of them";
    const std::size_t found = set.solutions.size();
    if (int(found) == asked)
        return fmt::format("{} clearly different solution{}", found, found == 1 ? "" : "s");
    return fmt::format("only {} of {} solutions that differ clearly", found, asked);
}

}  // namespace

int run_solutions(
    const RunArguments& arguments, const SolutionsRun& prepared, const RunControl& control)
{
    const std::string& name = prepared.job.scene.name;
    const auto began = std::chrono::steady_clock::now();
    ProgressPrinter printer(prepared.style);
    RunControl watched = control;
    watched.on_event = [&](const Event& event) { printer.show(event); };
    SolutionSet set = find_solutions(
        prepared.job, *arguments.solutions, watched, [&](const SolutionProgress& progress) {
            if (progress.run > 0)
                printer.end(fmt::format("{} valid, {} different after {} of at most {} runs",
                    progress.valid, progress.different, progress.run, progress.most_runs));
        });
    printer.end(fmt::format("writing {}", prepared.output.string()));

    const std::string json = solutions_json(set, name, *arguments.solutions);
    std::vector<io::RunRecord> records;
    for (const Solution& solution : set.solutions) {
        std::vector<io::Override> overrides = prepared.overrides;
        overrides.push_back({ "seed", std::to_string(solution.seed) });
        records.push_back({ io::read_job(arguments.scene, overrides).resolved_yaml, versions_json(),
            solution.result.motion, solution.result.report });
    }
    const std::vector<RunReport> reports
        = io::write_solutions_directory(prepared.output, records, json);
    const double seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

    fmt::print("{}: {} ({} of {} runs valid, {:.1f} s)\n\n", name,
        headline(set, *arguments.solutions), set.valid, set.runs, seconds);
    print_table(set);
    fmt::print("\n");
    for (std::size_t i = 0; i < records.size(); ++i)
        fmt::print(
            "watch it: {}\n", (prepared.output / io::solution_name(i) / "view.html").string());
    for (const RunReport& report : reports)
        if (report.status == RunStatus::audit_failed)
            return exit_audit_failed;
    return exit_code(set.status);
}

}  // namespace gambol::app
