// SPDX-License-Identifier: MIT
#include "run_sweep.hpp"

#include "checkpoint_file.hpp"
#include "versions.hpp"

#include "gambol/io/export/sweep_page.hpp"
#include "gambol/io/motion/run_directory.hpp"
#include "gambol/jobs/sweep.hpp"

#include <fmt/format.h>

namespace gambol::app {

namespace {

void print_table(const std::vector<SweepPoint>& points)
{
    fmt::print("{:>7} {:>8} {:<18} {:>8} {:>11} {:>10} {:>6} {:>8}  audit\n", "m/s", "Froude",
        "gait", "period", "stride/hips", "Alexander", "duty", "cost");
    for (const SweepPoint& point : points)
        fmt::print("{:>7.3g} {:>8.3g} {:<18} {:>8.3g} {:>11.3g} {:>10.3g} {:>6.2f} {:>8.3g}  {}\n",
            point.speed, point.froude, point.gait, point.period, point.stride,
            alexander_stride(point.froude), point.duty, point.cost_of_transport,
            point.valid ? "passed" : "FAILED");
    fmt::print("\n");
    for (const GaitChange& change : gait_changes(points))
        fmt::print("{}\n", io::describe(change));
}

}  // namespace

std::vector<Job> jobs_of(const RunArguments& arguments, const Job& job)
{
    std::vector<Job> jobs;
    for (const double speed : task_of<gait::Task>(job.scene).speeds) {
        std::vector<io::Override> changes = overrides(arguments);
        changes.push_back({ "speeds", fmt::format("[{}]", speed) });
        changes.push_back({ "name", fmt::format("{}-{:g}", job.scene.name, speed) });
        jobs.push_back(io::read_job(arguments.scene, changes));
    }
    return jobs;
}

int run_sweep(
    const RunArguments& arguments, const SolutionsRun& prepared, const RunControl& control)
{
    const std::vector<Job> jobs = jobs_of(arguments, prepared.job);
    ProgressPrinter printer(prepared.style);
    RunControl watched = control;
    watched.on_event = [&](const Event& event) { printer.show(event); };
    const CheckpointFile checkpoint(prepared.output, prepared.job.resolved_yaml);
    watched.on_checkpoint = [&](const std::string& bytes) { checkpoint.write(bytes); };
    if (arguments.resume)
        watched.resume_from = [bytes = checkpoint.read()](const Scene&) { return bytes; };
    Sweep sweep = gambol::run_sweep(jobs, watched, [&](int done, int of) {
        if (done > 0)
            printer.end(fmt::format("{} of {} speeds done", done, of));
    });
    printer.end(fmt::format("writing {}", prepared.output.string()));

    std::vector<io::RunRecord> records;
    for (std::size_t i = 0; i < sweep.results.size(); ++i)
        records.push_back({ jobs[i].resolved_yaml, versions_json(),
            std::move(sweep.results[i].motion), std::move(sweep.results[i].report) });
    (void)io::write_sweep_directory(
        prepared.output, prepared.job.scene.name, records, sweep.points);
    if (sweep.status == RunStatus::valid || sweep.status == RunStatus::audit_failed)
        checkpoint.remove();

    print_table(sweep.points);
    fmt::print("look at it: {}\n", (prepared.output / "sweep.html").string());
    return exit_code(sweep.status);
}

}  // namespace gambol::app
