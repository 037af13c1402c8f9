// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include "cli_options.hpp"
#include "commands.hpp"
#include "run_program.hpp"
#include "scene_argument.hpp"
#include "versions.hpp"

#include "gambol/io/export/exporters.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <memory>

namespace gambol::app {

namespace {

constexpr const char* kMotionHelp = "A run directory or a motion.json";

void add_run(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<RunArguments>();
    CLI::App* command = program.add_subcommand("run", "Find a motion that reaches a scene's goals");
    command
        ->add_option(
            "SCENE", arguments->scene, "Scene file, or the name of one that came with gambol")
        ->required()
        ->option_text(" ");
    command
        ->add_option("-o,--output", arguments->output,
            "Directory to write (default: runs/NAME, with -seed-N and -solutions as asked for)")
        ->option_text("DIR");
    command->add_option("--set", arguments->set, "Set a scene value: key.path=value (repeatable)")
        ->allow_extra_args(false)
        ->option_text("KEY.PATH=VALUE");
    add_seed_option(*command, arguments->seed, "Seed of the random starts");
    add_threads_option(*command, arguments->threads);
    add_time_option(*command, "--time-limit", arguments->time_limit,
        "Stop after this time and keep the best so far, e.g. 90s, 10min, 1h");
    command
        ->add_option("--solutions", arguments->solutions,
            "Find N clearly different ways to reach the goals; writes solution-1 ... solution-N")
        ->check(CLI::Range(1, 1000))
        ->option_text("N");
    CLI::Option* resume = command->add_flag("--resume", arguments->resume,
        "Go on with an unfinished run of cloth from its last checkpoint, to the same bytes");
    command
        ->add_option("--from-frame", arguments->from_frame,
            "Simulate cloth again after frame N of the run in the output directory, e.g. with "
            "other values set")
        ->check(CLI::Range(1, 1000000))
        ->excludes(resume)
        ->option_text("N");
    add_time_option(*command, "--checkpoint-every", arguments->checkpoint_every,
        "How often cloth writes a checkpoint (default: 30s)");
    command
        ->add_option("--progress", arguments->progress,
            "How progress is shown on stderr: auto, tty, plain, json or none")
        ->check(CLI::IsMember({ "auto", "tty", "plain", "json", "none" }))
        ->option_text("STYLE");
    command->footer("Examples:\n"
                    "  gambol run scenes/walk.yaml\n"
                    "  gambol run scenes/walk.yaml --seed 7 -o out/walk7\n"
                    "  gambol run scenes/walk.yaml --set duration=6s --time-limit 1min\n"
                    "  gambol run scenes/get-up-back.yaml --solutions 3\n"
                    "Exit code: 0 done and audit passed, 2 bad input, 3 audit failed,\n"
                    "4 limit reached, 130 interrupted (3, 4, 130: the best so far is written).");
    command->callback([arguments, &code] {
        arguments->scene = scene_argument(arguments->scene).string();
        code = run(*arguments);
    });
}

void add_check(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<CheckArguments>();
    CLI::App* command = program.add_subcommand("check", "Validate a scene without solving it");
    command
        ->add_option(
            "SCENE", arguments->scene, "Scene file, or the name of one that came with gambol")
        ->required()
        ->option_text(" ");
    command->footer("Example:\n  gambol check scenes/walk.yaml");
    command->callback([arguments, &code] {
        arguments->scene = scene_argument(arguments->scene).string();
        code = check(*arguments);
    });
}

void add_verify(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<VerifyArguments>();
    CLI::App* command = program.add_subcommand(
        "verify", "Audit the physics of a motion, independently of the solver");
    command->add_option("RUN_OR_MOTION", arguments->motion, kMotionHelp)
        ->required()
        ->option_text(" ");
    command->footer("Writes verify.json beside the motion.\n"
                    "Example:\n  gambol verify runs/walk\n"
                    "Exit code: 0 passed, 2 cannot be read, 3 failed.");
    command->callback([arguments, &code] { code = verify(*arguments); });
}

std::vector<std::string> format_names()
{
    std::vector<std::string> names;
    for (const io::Exporter& exporter : io::exporters())
        names.push_back(exporter.name);
    return names;
}

void add_export(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command = program.add_subcommand("export", "Write a motion in other formats");
    command->add_option("RUN_OR_MOTION", arguments->motion, kMotionHelp)
        ->required()
        ->option_text(" ");
    command
        ->add_option(
            "--to", arguments->to, "Formats, separated by commas: " + io::joined(format_names()))
        ->required()
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("FORMAT,...");
    command
        ->add_option(
            "--fps", arguments->fps, "Frames per second (default: as computed; 30 for mp4 and gif)")
        ->check(CLI::Range(1.0, 1000.0))
        ->check(is_finite)
        ->option_text("N");
    command
        ->add_option(
            "--up", arguments->up, "Up axis of glb, bvh, csv: y or z (default: z for csv, else y)")
        ->check(CLI::IsMember({ "y", "z" }))
        ->option_text("AXIS");
    command
        ->add_option("--scale", arguments->scale,
            "Length unit of glb, bvh, csv: cm or m (default: cm for bvh, else m)")
        ->check(CLI::IsMember({ "cm", "m" }))
        ->option_text("UNIT");
    command->add_option("-o,--output", arguments->output, "Directory (default: beside the motion)")
        ->option_text("DIR");
    command
        ->add_option("--rig", arguments->rig,
            "glb: skin (one mesh on an armature per character, default) or nodes (a node with its "
            "own shapes per body)")
        ->check(CLI::IsMember({ "skin", "nodes" }))
        ->option_text("KIND");
    command
        ->add_option("--rest", arguments->rest,
            "glb, bvh: pose in which all joints stand at zero: zero (as described, default), t or "
            "a")
        ->check(CLI::IsMember({ "zero", "t", "a" }))
        ->option_text("POSE");
    command->add_option("--size", arguments->size, "mp4, gif: size in pixels (default: 640x360)")
        ->option_text("WxH");
    command->add_flag("--strain", arguments->strain,
        "png, mp4, gif: cloth is red where it is longer than at rest, blue where shorter");
    command
        ->add_option("--loop", arguments->loop,
            "Exactly one cycle of a gait, to be played again and again: travel (the root moves on) "
            "or in-place")
        ->check(CLI::IsMember({ "travel", "in-place" }))
        ->option_text("WAY");
    command->footer("Examples:\n"
                    "  gambol export runs/walk --to glb,bvh\n"
                    "  gambol export runs/gait-horse-trot --to glb,bvh --loop in-place --fps 30\n"
                    "  gambol export runs/walk --to glb --rest t\n"
                    "  gambol export runs/walk --to mp4,gif --fps 25 --size 640x360 -o film\n"
                    "  gambol export runs/cloth-drape --to png --strain\n"
                    "What each format is: gambol list formats");
    command->callback([arguments, &code] { code = export_motion(*arguments); });
}

void add_view(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<ViewArguments>();
    CLI::App* command = program.add_subcommand("view", "Open the viewer page of a motion");
    command->add_option("RUN_OR_MOTION", arguments->motion, kMotionHelp)
        ->required()
        ->option_text(" ");
    command->footer("Without a display it prints where the page is.\n"
                    "Example:\n  gambol view runs/walk");
    command->callback([arguments, &code] { code = view(*arguments); });
}

void add_list(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<ListArguments>();
    CLI::App* command = program.add_subcommand("list", "Show what scenes can be made of");
    command->add_option("WHAT", arguments->what, io::joined(listable()) + " (default: all)")
        ->option_text(" ");
    command->footer("A model can also be a file: .yaml, .xml (MuJoCo) or .urdf.\n\n"
                    "Example:\n  gambol list characters");
    command->callback([arguments, &code] { code = list(*arguments); });
}

/// Listed here, but a program of its own, which people who run scenes need not build.
void add_bench(CLI::App& program)
{
    CLI::App* command = program.add_subcommand("bench", "Print a comparison table");
    command->prefix_command();
    command->set_help_flag();
    command->callback([] {
        throw io::InputError(
            "bench is a program of its own: ./gambol bench in a clone builds and runs it "
            "(target gambol-bench)");
    });
}

}  // namespace

int run_command_line(int argc, const char* const* argv)
{
    int code = exit_internal_error;
    CLI::App program(
        "gambol makes physically valid motion for any character from goals alone.", "gambol");
    program.set_version_flag("--version", version_text());
    program.require_subcommand(1);
    program.footer("Examples:\n"
                   "  gambol run scenes/walk.yaml        find the motion, write runs/walk\n"
                   "  gambol view runs/walk              watch it\n"
                   "  gambol run --help                  options of a command");
    add_run(program, code);
    add_check(program, code);
    add_verify(program, code);
    add_export(program, code);
    add_view(program, code);
    add_list(program, code);
    add_bench(program);
    return run_program(program, argc, argv, [&] { return code; });
}

}  // namespace gambol::app
