// SPDX-License-Identifier: MIT
#include "behaviours.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/json/json_writer.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fnmatch.h>
#include <numbers>

namespace gambol::bench {

namespace {

/// A figure of a run as the table shows it.
struct Column {
    const char* title;
    const char* key;  // in the JSON file
    double factor;  // from SI
    int digits;
    double (*value)(const Trial&);
};

constexpr Column kColumns[] = {
    { "rms %", "residual_force_rms", 100, 2,
        [](const Trial& t) { return t.check("residual_force_rms"); } },
    { "max %", "residual_force_max", 100, 2,
        [](const Trial& t) { return t.check("residual_force_max"); } },
    { "slip mm", "slip", 1000, 1, [](const Trial& t) { return t.check("slip"); } },
    { "depth mm", "penetration", 1000, 1, [](const Trial& t) { return t.check("penetration"); } },
    { "gap mm", "joint_gap", 1000, 1, [](const Trial& t) { return t.check("joint_gap"); } },
    { "goal mm", "goal_distance", 1000, 0, [](const Trial& t) { return t.goal_distance; } },
    { "goal °", "goal_angle", 180 / std::numbers::pi, 1,
        [](const Trial& t) { return t.goal_angle; } },
};
constexpr std::size_t kFigureWidth = 9, kFailureWidth = 28;

/// fmt counts a letter such as ° as one column, which is what a terminal shows.
std::string figures(const std::vector<Trial>& trials, bool valid_only)
{
    std::string text;
    for (const Column& column : kColumns)
        text += fmt::format("{:>{}}",
            shown(column.factor * worst(trials, valid_only, column.value), column.digits),
            kFigureWidth);
    return text;
}

struct NamedScene {
    std::filesystem::path file;
    std::string name;
};

std::vector<NamedScene> chosen_scenes(const BehavioursArguments& arguments)
{
    std::vector<NamedScene> chosen;
    std::vector<std::string> names;
    for (const std::filesystem::path& file : arguments.scenes) {
        if (!std::holds_alternative<cio::Task>(io::read_job(file).scene.task))
            continue;
        names.push_back(file.stem().string());
        if (fnmatch(arguments.only.c_str(), names.back().c_str(), 0) == 0)
            chosen.push_back({ file, names.back() });
    }
    if (chosen.empty())
        throw io::InputError(
            fmt::format("bench behaviours: no scene is called '{}'{} (there are: {})",
                arguments.only, io::did_you_mean(arguments.only, names), io::joined(names)));
    return chosen;
}

void write_trial(io::JsonWriter& json, const Trial& trial)
{
    json.line().begin_object();
    json.key("seed").unsigned_integer(trial.report.seed);
    json.key("status").text(io::status_name(trial.report.status));
    json.key("failure").text(trial.failure());
    json.key("wall_seconds").exact_or_null(trial.report.wall_seconds);
    json.key("cpu_seconds").exact_or_null(trial.report.cpu_seconds);
    for (const Column& column : kColumns)
        json.key(column.key).exact_or_null(column.value(trial));
    json.key("contacts").text(trial.contacts);
    json.end_object();
}

}  // namespace

std::string behaviour_header(std::size_t width)
{
    std::string text
        = fmt::format("{:<{}}  {:>5}  {:>6}  {:>6}", "scene", width, "valid", "wall s", "cpu s");
    for (const Column& column : kColumns)
        text += fmt::format("{:>{}}", column.title, kFigureWidth);
    return text + fmt::format("  {:<{}}  {}\n", "failed most", kFailureWidth, "contacts");
}

std::string behaviour_rows(const Behaviour& behaviour, std::size_t width)
{
    const Summary summary = summarise(behaviour.trials);
    std::string text = fmt::format("{:<{}}  {:>5}  {:>6}  {:>6}{}  {:<{}}  {}\n", behaviour.name,
        width, fmt::format("{}/{}", summary.valid, summary.runs), shown(summary.wall_seconds, 1),
        shown(summary.cpu_seconds, 1), figures(behaviour.trials, true),
        summary.failure.empty() ? "-" : summary.failure, kFailureWidth, summary.contacts);
    if (summary.valid < summary.runs)
        text += fmt::format("{:<{}}  {:>5}  {:>6}  {:>6}{}\n", "  all runs", width, "", "", "",
            figures(behaviour.trials, false));
    return text;
}

std::string behaviours_json(const std::vector<Behaviour>& behaviours)
{
    io::JsonWriter json;
    json.begin_object();
    json.line().key("format").text("gambol/bench-behaviours");
    json.key("version").integer(1);
    json.line().key("scenes").begin_array();
    for (const Behaviour& behaviour : behaviours) {
        const Summary summary = summarise(behaviour.trials);
        json.line().begin_object();
        json.key("name").text(behaviour.name);
        json.key("runs").integer(summary.runs);
        json.key("valid").integer(summary.valid);
        json.key("median_wall_seconds").exact_or_null(summary.wall_seconds);
        json.key("median_cpu_seconds").exact_or_null(summary.cpu_seconds);
        json.list(
            "trials", behaviour.trials, [&](const Trial& trial) { write_trial(json, trial); });
        json.end_object();
    }
    json.end_array();
    json.line().end_object();
    return json.take() + "\n";
}

int bench_behaviours(const BehavioursArguments& arguments, const RunControl& control)
{
    const std::vector<NamedScene> scenes = chosen_scenes(arguments);
    std::size_t width = 10;
    for (const NamedScene& scene : scenes)
        width = std::max(width, scene.name.size());
    fmt::print("{}", behaviour_header(width));
    std::fflush(stdout);

    const auto cancelled = [&] { return control.cancel && control.cancel->load(); };
    std::vector<Behaviour> done;
    int runs = 0, valid = 0;
    for (const NamedScene& scene : scenes) {
        Behaviour behaviour { scene.name, {} };
        for (int seed = 1; seed <= arguments.seeds && !cancelled(); ++seed) {
            Trial trial = run_trial(
                io::read_job(scene.file, { { "seed", std::to_string(seed) } }).scene, control);
            if (trial.interrupted())
                break;
            fmt::print(stderr, "{} seed {}: {}, {:.1f} s\n", scene.name, seed,
                trial.valid() ? "valid" : trial.failure(), trial.report.wall_seconds);
            behaviour.trials.push_back(std::move(trial));
        }
        if (behaviour.trials.empty())
            break;
        runs += int(behaviour.trials.size());
        valid += summarise(behaviour.trials).valid;
        fmt::print("{}", behaviour_rows(behaviour, width));
        std::fflush(stdout);
        done.push_back(std::move(behaviour));
        if (!arguments.json.empty())
            io::write_export(arguments.json, behaviours_json(done));
    }
    fmt::print("\n{} of {} runs valid{}\n", valid, runs, cancelled() ? " (interrupted)" : "");
    return cancelled() ? 130 : 0;
}

}  // namespace gambol::bench
