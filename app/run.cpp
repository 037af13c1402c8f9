// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "checkpoint_file.hpp"
#include "earlier_run.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "run_solutions.hpp"
#include "run_sweep.hpp"
#include "say.hpp"
#include "shared_run.hpp"
#include "versions.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/io/motion/run_directory.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/audit_advice.hpp"
#include "gambol/jobs/run_job.hpp"
#include "gambol/jobs/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

fs::path output_directory(const RunArguments& arguments, const Scene& scene)
{
    if (!arguments.output.empty())
        return arguments.output;
    const std::string suffix = (arguments.seed ? fmt::format("-seed-{}", *arguments.seed) : "")
        + (arguments.solutions ? "-solutions" : "");
    return fs::path("runs") / (scene.name + suffix);
}

void print_summary(const std::string& name, const RunReport& report, const fs::path& output)
{
    fmt::print("{}: {} ({:.1f} s, {} iterations, start {} of {}, seed {})\n\n", name,
        headline(report.status, report.audit.passed()), report.wall_seconds, report.iterations,
        report.chosen_start + 1, report.starts, report.seed);
    fmt::print("{}", io::audit_table(report.audit));
    std::size_t width = 0;
    for (const Figure& figure : report.figures)
        width = std::max(width, figure.name.size());
    fmt::print("\n");
    for (const Figure& figure : report.figures)
        fmt::print("      {:<{}}  {:>9.3g}  {}\n", figure.name, width, figure.value, figure.unit);
    fmt::print("\n");
    for (const Gait& gait : report.gaits)
        fmt::print("{}\n", io::gait_table(gait));
    for (const RunWarning& warning : report.warnings)
        fmt::print("warning: {}; try {}\n", warning.what, warning.try_this);
    if (report.warnings.empty())
        fmt::print("{}", audit_advice(report.audit));
    std::error_code ignored;
    const fs::path page = output / "view.html";
    fmt::print("watch it: {}\n",
        fs::exists(page, ignored) ? page.string() : "gambol view " + output.string());
}

/// What the arguments ask for and the scene cannot give.
void refuse_misfits(const RunArguments& arguments, const Job& job)
{
    const Task& task = job.scene.task;
    if (arguments.resume && !can_resume(task))
        throw io::InputError(fmt::format(
            "--resume: not available for method {}, whose runs take seconds; start it again",
            method_name(task)));
    if (arguments.from_frame && !std::holds_alternative<cloth::Task>(task))
        throw io::InputError(fmt::format(
            "--from-frame: not available for method {}; only cloth is simulated frame by frame",
            method_name(task)));
    if (arguments.solutions && (job.first || has_one_answer(task)))
        throw io::InputError(
            "--solutions: a scene with 'start' has one answer; ask the scene that it "
            "starts from for several");
    if (arguments.solutions && is_sweep(job))
        throw io::InputError("--solutions: not for several speeds at once; ask for one of them, "
                             "e.g. with --set speeds=[2]");
}

}  // namespace

std::vector<io::Override> overrides(const RunArguments& arguments)
{
    std::vector<io::Override> result;
    for (const std::string& text : arguments.set) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw io::InputError(fmt::format("--set {}: expected key.path=value", text));
        result.push_back({ text.substr(0, equals), text.substr(equals + 1) });
    }
    if (arguments.seed)
        result.push_back({ "seed", std::to_string(*arguments.seed) });
    return result;
}

int exit_code(RunStatus status)
{
    switch (status) {
    case RunStatus::valid:
        return exit_done;
    case RunStatus::audit_failed:
        return exit_audit_failed;
    case RunStatus::limit_reached:
        return exit_limit_reached;
    case RunStatus::interrupted:
        return exit_interrupted;
    }
    return exit_internal_error;
}

int run(const RunArguments& arguments)
{
    const std::unique_ptr<Ranks> ranks = join_ranks(arguments.threads);
    if (ranks && !ranks->leads())
        return follow(*ranks, arguments);
    const Job job = io::read_job(arguments.scene, overrides(arguments));
    refuse_misfits(arguments, job);
    const fs::path output = output_directory(arguments, job.scene);
    io::check_run_directory(output);

    for (const std::string& warning : job.warnings)
        say("{}\n", warning);
    const ProgressStyle style = progress_style(arguments.progress);
    RunControl control;
    control.threads = arguments.threads;
    control.time_limit = arguments.time_limit.value_or(control.time_limit);
    control.cancel = &watch_for_interrupts();
    const CheckpointFile checkpoint(output, job.resolved_yaml);
    if (ranks)
        lead(*ranks, arguments, job, checkpoint, control);
    if (arguments.solutions)
        return run_solutions(arguments, { job, overrides(arguments), output, style }, control);

    if (is_sweep(job))
        return run_sweep(arguments, { job, overrides(arguments), output, style }, control);

    ProgressPrinter printer(style);
    control.on_event = [&](const Event& event) { printer.show(event); };
    control.checkpoint_every = arguments.checkpoint_every.value_or(control.checkpoint_every);
    control.on_checkpoint = [&](const std::string& bytes) { checkpoint.write(bytes); };
    const auto from = [](std::string bytes) {
        return [bytes = std::move(bytes)](const Scene&) { return bytes; };
    };
    if (arguments.resume)
        control.resume_from = from(checkpoint.read());
    else if (arguments.from_frame && !job.first)
        control.resume_from = from(earlier_frames(output, job.scene, *arguments.from_frame));
    else if (arguments.from_frame)  // its frames are those of what comes first
        control.resume_from = [&](const Scene& scene) {
            return earlier_frames(output, scene, *arguments.from_frame);
        };

    JobResult result = run_job(job, control);
    if (!result.stopped_in.empty()) {
        say("stopped before {} began; nothing was written\n", job.scene.name);
        return exit_code(result.report.status);
    }
    printer.end(fmt::format("writing {}", output.string()));
    io::RunRecord record { job.resolved_yaml, versions_json(), std::move(result.motion),
        std::move(result.report) };
    if (!result.written.times.empty())
        record.written = std::move(result.written);
    if (record.report.status == RunStatus::limit_reached)
        record.deadline = result.deadline;
    if (result.body)
        record.reshaped.emplace(job.scene.characters.front().body, *result.body);
    const RunReport report = io::write_run_directory(output, record);
    if (report.status == RunStatus::valid || report.status == RunStatus::audit_failed)
        checkpoint.remove();

    print_summary(job.scene.name, report, output);
    return exit_code(report.status);
}

}  // namespace gambol::app
