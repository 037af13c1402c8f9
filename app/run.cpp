// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "audit_advice.hpp"
#include "checkpoint_file.hpp"
#include "earlier_run.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "run_solutions.hpp"
#include "versions.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/io/motion/run_directory.hpp"
#include "gambol/io/scene/scene_reader.hpp"
#include "gambol/methods/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

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

fs::path output_directory(const RunArguments& arguments, const Scene& scene)
{
    if (!arguments.output.empty())
        return arguments.output;
    const std::string suffix = (arguments.seed ? fmt::format("-seed-{}", *arguments.seed) : "")
        + (arguments.solutions ? "-solutions" : "");
    return fs::path("runs") / (scene.name + suffix);
}

std::string headline(const RunReport& report)
{
    switch (report.status) {
    case RunStatus::valid:
        return "done, the audit passed";
    case RunStatus::audit_failed:
        return report.audit.passed() ? "done, but a goal was missed" : "done, but the AUDIT FAILED";
    case RunStatus::limit_reached:
        return "limit reached, this is the best so far";
    case RunStatus::interrupted:
        return "interrupted, this is the best so far";
    }
    return {};
}

void print_summary(const std::string& name, const RunReport& report, const fs::path& output)
{
    fmt::print("{}: {} ({:.1f} s, {} iterations, start {} of {}, seed {})\n\n", name,
        headline(report), report.wall_seconds, report.iterations, report.chosen_start + 1,
        report.starts, report.seed);
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
    fmt::print("watch it: {}\n", (output / "view.html").string());
}

}  // namespace

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
    io::LoadedScene loaded = io::read_scene(arguments.scene, overrides(arguments));
    const Scene& scene = loaded.scene;
    if (arguments.resume && !can_resume(scene.method))
        throw io::InputError(fmt::format(
            "--resume: not available for method {}, whose runs take seconds; start it again",
            scene.method));
    if (arguments.from_frame && !can_resume(scene.method))
        throw io::InputError(fmt::format(
            "--from-frame: not available for method {}; only cloth is simulated frame by frame",
            scene.method));
    if (arguments.solutions && (loaded.first || scene.reference))
        throw io::InputError(
            "--solutions: a scene with 'start' has one answer; ask the scene that it "
            "starts from for several");
    const fs::path output = output_directory(arguments, scene);
    io::check_run_directory(output);

    for (const std::string& warning : loaded.warnings)
        fmt::print(stderr, "{}\n", warning);
    const int cores = std::max(1, int(std::thread::hardware_concurrency()));
    const ProgressStyle style = progress_style(arguments.progress);
    ProgressPrinter printer(style);
    RunControl control;
    control.threads = arguments.threads > 0 ? arguments.threads : cores;
    control.time_limit = arguments.time_limit.value_or(control.time_limit);
    control.cancel = &watch_for_interrupts();
    if (arguments.solutions)
        return run_solutions(arguments, { loaded, overrides(arguments), output, style }, control);
    control.on_progress = [&](const Progress& progress) { printer.update(progress); };

    const CheckpointFile checkpoint(output, loaded.resolved_yaml);
    if (arguments.resume)
        control.resume_from = checkpoint.read();
    control.checkpoint_every = arguments.checkpoint_every.value_or(control.checkpoint_every);
    control.on_checkpoint = [&](const std::string& bytes) { checkpoint.write(bytes); };

    if (loaded.first) {
        // What the start is: the same run as that of its own scene.
        RunControl start = control;
        start.on_checkpoint = {};
        start.resume_from.clear();
        printer.begin(loaded.first->scene, control.threads);
        const RunResult first = gambol::run(loaded.first->scene, start);
        printer.end(fmt::format("{}: {}", loaded.first->scene.name, headline(first.report)));
        if (first.report.status == RunStatus::interrupted
            || first.report.status == RunStatus::limit_reached) {
            fmt::print(stderr, "stopped before {} began; nothing was written\n", scene.name);
            return exit_code(first.report.status);
        }
        io::take_first(first.motion, loaded);
        control.time_limit = std::max(0.0, control.time_limit - first.report.wall_seconds);
    }
    if (arguments.from_frame)
        control.resume_from = earlier_frames(output, scene, *arguments.from_frame);
    printer.begin(scene, control.threads);
    RunResult result = gambol::run(scene, control);
    printer.end(fmt::format("writing {}", output.string()));
    const RunReport report = io::write_run_directory(output,
        { loaded.resolved_yaml, versions_json(), std::move(result.motion),
            std::move(result.report) });
    if (report.status == RunStatus::valid || report.status == RunStatus::audit_failed)
        checkpoint.remove();

    print_summary(scene.name, report, output);
    return exit_code(report.status);
}

}  // namespace gambol::app
