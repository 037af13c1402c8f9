// SPDX-License-Identifier: MIT
#include "cli_options.hpp"
#include "exit_code.hpp"
#include "run_program.hpp"
#include "scene_folder.hpp"

#include "behaviours.hpp"
#include "ccd_bench.hpp"
#include "cio_bench.hpp"
#include "cloth_bench.hpp"
#include "commands.hpp"
#include "durations.hpp"
#include "effort.hpp"
#include "jacobian.hpp"
#include "natural.hpp"
#include "spacetime_bench.hpp"
#include "variations.hpp"
#include "gambol/jobs/run_job.hpp"

#include <fmt/format.h>

#include <memory>

namespace gambol::bench {

namespace {

using namespace gambol::app;

void add_behaviours(CLI::App& program, int& code)
{
    struct Arguments : BehavioursArguments {
        int threads = 0;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand(
        "behaviours", "Every shipped scene with several seeds: how often valid, how good");
    command->add_option("--seeds", arguments->seeds, "Seeds per scene, from 1 on (default: 8)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    command->add_option("--only", arguments->only, "Scenes whose name matches, e.g. 'walk*'")
        ->option_text("GLOB");
    add_threads_option(*command, arguments->threads);
    command->add_option("--json", arguments->json, "Write the figures of every run here, too")
        ->option_text("FILE");
    command->footer(
        "Each run is what `gambol run SCENE --seed N` makes. Figures are the worst of the\n"
        "valid runs; a second row shows those of all runs when some failed.\n"
        "Example:\n  gambol bench behaviours --seeds 4 --only 'get-up*'");
    command->callback([arguments, &code] {
        arguments->scenes = shipped_scenes();
        code = bench_behaviours(*arguments, control(arguments->threads));
    });
}

void add_variations(CLI::App& program, int& code, bool carries)
{
    struct Arguments : VariationsArguments {
        int threads = 0;
        bool no_run = false;
    };
    const auto arguments = std::make_shared<Arguments>();
    arguments->carries = carries;
    arguments->count = carries ? 40 : 60;
    CLI::App* command = carries
        ? program.add_subcommand("carries", "Random boxes to be carried: which share is valid")
        : program.add_subcommand(
            "variations", "Random scenes that nobody tuned for: which share is valid");
    command
        ->add_option("--count", arguments->count,
            fmt::format("How many scenes (default: {})", arguments->count))
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    add_seed_option(*command, arguments->seed, "Seed the scenes are drawn from (default: 1)");
    command
        ->add_option("--only", arguments->only,
            carries ? "Scenes whose name matches, e.g. '*-table'"
                    : "Scenes whose name matches, e.g. '*-limbs'")
        ->option_text("GLOB");
    command
        ->add_option("--write", arguments->write, "Write the scenes here, as files for gambol run")
        ->option_text("DIR");
    command->add_flag("--no-run", arguments->no_run, "Only list (and write) them");
    add_threads_option(*command, arguments->threads);
    command->footer(carries
            ? "Examples:\n"
              "  gambol bench carries --count 10\n"
              "  gambol bench carries --write out --no-run && gambol run out/carry-03-floor.yaml"
            : "Examples:\n"
              "  gambol bench variations\n"
              "  gambol bench variations --write out --no-run && gambol run out/var-03-start.yaml");
    command->callback([arguments, &code] {
        arguments->shipped_scenes = shipped_scenes();
        arguments->run = !arguments->no_run;
        code = bench_variations(*arguments, control(arguments->threads));
    });
}

void add_durations(CLI::App& program, int& code)
{
    struct Arguments : DurationsArguments {
        int threads = 0;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand(
        "durations", "The same walk for 2.5, 5, 10 and 20 s: how the time grows");
    command->add_option("--seeds", arguments->seeds, "Seeds per duration; medians (default: 1)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    add_threads_option(*command, arguments->threads);
    command->footer("Example:\n  gambol bench durations --seeds 3");
    command->callback([arguments, &code] {
        arguments->scene = scene_folder() / "walk.yaml";
        code = bench_durations(*arguments, control(arguments->threads));
    });
}

void add_effort(CLI::App& program, int& code)
{
    struct Arguments : EffortArguments {
        int threads = 0;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand(
        "effort", "Scenes with and without the price of effort: how bodies carry themselves");
    command
        ->add_option("SCENE", arguments->scenes,
            "Scene files (default: walk, slope, kick and get-up-back of scenes/)")
        ->option_text(" ");
    command->add_option("--seeds", arguments->seeds, "Seeds per scene, from 1 on (default: 4)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    add_threads_option(*command, arguments->threads);
    command->footer(
        "Means over the clips of valid runs: height of the root against the start, bend of\n"
        "the knees, height of the hands above the root.\n"
        "Example:\n  gambol bench effort scenes/walk.yaml --seeds 2");
    command->callback([arguments, &code] {
        if (arguments->scenes.empty())
            for (const char* name : { "walk", "slope", "kick", "get-up-back" })
                arguments->scenes.push_back(scene_folder() / fmt::format("{}.yaml", name));
        code = bench_effort(*arguments, control(arguments->threads));
    });
}

void add_natural(CLI::App& program, int& code)
{
    struct Arguments : NaturalArguments {
        int threads = 0;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("natural",
        "Scenes with massless limbs and with the full body: complaints, figures of walks");
    command
        ->add_option("SCENE", arguments->scenes,
            "Scene files of method cio (default: drawn walks, turns, slopes and stairs)")
        ->option_text(" ");
    command->add_option("--draw", arguments->draw, "How many scenes to draw (default: 12)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    command->add_option("--seed", arguments->seed, "Of the draw (default: 1)")->option_text("N");
    command->add_flag("--walks", arguments->walks, "Draw level walks at 0.8 to 1.4 m/s");
    command->add_flag("--full-only", arguments->full_only, "Not with massless limbs");
    add_threads_option(*command, arguments->threads);
    command->footer(
        "Complaints are checks of how the body is used beyond their limit. Of walks: speed, steps\n"
        "per minute, step length, both feet loaded, swing of shoulders (±), bend of the knee in\n"
        "swing, rise and fall of the pelvis (cm), how much left and right differ, least force of\n"
        "a foot between its two humps over their mean.\n"
        "Example:\n  gambol bench natural --draw 8 --seed 3");
    command->callback(
        [arguments, &code] { code = bench_natural(*arguments, control(arguments->threads)); });
}

void add_cio(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<CioArguments>();
    CLI::App* command = program.add_subcommand(
        "cio", "Our optimiser beside the scheme of the paper, on one start of each scene");
    command->add_option("SCENE", arguments->scenes, "Scene files (default: scenes/walk.yaml)")
        ->option_text(" ");
    add_seed_option(*command, arguments->seed, "Seed of the start (default: the scene's)");
    add_time_option(*command, "--limit", arguments->limit,
        "Stop each optimiser after this time of one core, e.g. 1min; the ratio is then a lower "
        "bound");
    command->footer(
        "The paper's scheme takes about ten minutes a scene.\n"
        "Examples:\n"
        "  gambol bench cio --limit 1min\n"
        "  gambol bench cio scenes/walk.yaml scenes/get-up-back.yaml scenes/handstand.yaml");
    command->callback([arguments, &code] { code = bench_cio(*arguments); });
}

void add_cio_forms(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<CioFormsArguments>();
    CLI::App* command = program.add_subcommand(
        "cio-forms", "Two forms of the physics cost on single starts of a scene");
    command->add_option("SCENE", arguments->scene, "Scene file (default: scenes/walk.yaml)")
        ->option_text(" ");
    command->add_option("--starts", arguments->starts, "Starts, seeds from 1 on (default: 8)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    command->callback([arguments, &code] { code = bench_cio_forms(*arguments); });
}

void add_jacobian(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<JacobianArguments>();
    CLI::App* command = program.add_subcommand(
        "jacobian", "Derivatives of the aggregate force in linear time beside the usual ways");
    command->add_option("LINKS", arguments->links, "Lengths of the chains (default: 3 to 200)")
        ->check(CLI::Range(1, 1000))
        ->option_text(" ");
    command
        ->add_option("--repeats", arguments->timing.repeats,
            "Times each is measured; the best counts (default: 40)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    add_seed_option(*command, arguments->seed, "Seed the chains are drawn from (default: 1)");
    command
        ->add_option("--scene", arguments->scene,
            "Scene of method spacetime whose iterations are compared (default: pegs)")
        ->option_text("FILE");
    command->add_option("--plot", arguments->plot, "Draw the times of the chains")
        ->option_text("FILE.svg");
    command->add_option("--scene-plot", arguments->scene_plot, "Draw the times of an iteration")
        ->option_text("FILE.svg");
    command->footer("Example:\n"
                    "  gambol bench jacobian 3 5 10 22 50 --plot chains.svg --scene-plot pegs.svg");
    command->callback([arguments, &code] {
        if (arguments->scene.empty() && !scene_folder().empty())
            arguments->scene = scene_folder() / "pegs.yaml";
        code = bench_jacobian(*arguments, control(1));
    });
}

void add_spacetime(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<SpacetimeArguments>();
    CLI::App* command = program.add_subcommand("spacetime",
        "Method spacetime on scenes and perturbed ones: solved, time, and beside Ipopt");
    command
        ->add_option("SCENE", arguments->scenes,
            "Scene files (default: all of scenes/ that are of this method)")
        ->option_text(" ");
    command->add_option("--setups", arguments->setups, "Set-ups per scene (default: 10)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    add_seed_option(*command, arguments->seed, "Seed of the perturbations (default: 1)");
    add_time_option(*command, "--limit", arguments->limit,
        "Stop each of our solves after this time of one core (default: 60s)");
    command
        ->add_option("--ipopt-setups", arguments->ipopt_setups,
            "So many of the set-ups are given to Ipopt too (default: 1)")
        ->check(CLI::Range(0, 100000))
        ->option_text("N");
    add_time_option(*command, "--ipopt-seconds", arguments->ipopt_limit,
        "Stop each solve of Ipopt after this time of one core; the ratio is then a lower bound "
        "(default: 60s)");
    command->footer(
        "The first set-up is the scene; in the others step length, durations and start pose\n"
        "change by up to 10 %.\n"
        "Example:\n  gambol bench spacetime scenes/dismount.yaml --setups 3 --ipopt-seconds 20s");
    command->callback([arguments, &code] {
        if (arguments->scenes.empty())
            arguments->scenes = shipped_scenes();
        code = bench_spacetime(*arguments, control(1));
    });
}

void add_cloth(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<ClothArguments>();
    CLI::App* command = program.add_subcommand(
        "cloth", "Cloth in tight places: impact zones of every kind beside the paper's times");
    command->add_option("--frames", arguments->frames, "Steps per example (default: 1000 or 2500)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    command->add_option("--only", arguments->only, "Examples whose name matches")
        ->option_text("GLOB");
    command->add_option("--zones", arguments->zones, "Impact zones of this kind only")
        ->check(CLI::IsMember({ "rigid", "projection", "nonnegative" }))
        ->option_text("KIND");
    command
        ->add_option("--threads", arguments->threads,
            "Also projection with as many threads beside one, by the clock")
        ->check(CLI::Range(1, 64))
        ->option_text("N");
    command->add_flag("--scaling", arguments->scaling,
        "Instead: sheets of 2,000 to 100,000 vertices on a ball (default: 20 steps)");
    command->add_flag("--factor", arguments->factor,
        "Instead: the factorisation of the implicit step beside CHOLMOD's");
    command->footer("Example:\n  gambol bench cloth --frames 100 --only 'cloth-funnel*'");
    command->callback([arguments, &code] {
        arguments->scenes = scene_folder();
        code = bench_cloth(*arguments, control(1));
    });
}

void add_ccd(CLI::App& program, int& code)
{
    const auto folder = std::make_shared<std::string>();
    CLI::App* command = program.add_subcommand(
        "ccd", "Continuous collision on queries with exact truth: misses, false alarms, time");
    command->add_option("FOLDER", *folder, "Folders with vertex-face/*.csv and edge-edge/*.csv")
        ->required()
        ->check(CLI::ExistingDirectory)
        ->option_text(" ");
    command->footer("Example:\n  gambol bench ccd ccd-queries");
    command->callback([folder, &code] { code = bench_ccd(*folder); });
}

}  // namespace

}  // namespace gambol::bench

int main(int argc, char** argv)
{
    using namespace gambol;
    int code = app::exit_internal_error;
    CLI::App program("Comparison tables of gambol.", "gambol bench");
    program.footer("Without a name: which there are.\nExample:\n  gambol bench behaviours");
    bench::add_behaviours(program, code);
    bench::add_variations(program, code, false);
    bench::add_variations(program, code, true);
    bench::add_durations(program, code);
    bench::add_effort(program, code);
    bench::add_natural(program, code);
    bench::add_cio(program, code);
    bench::add_cio_forms(program, code);
    bench::add_jacobian(program, code);
    bench::add_spacetime(program, code);
    bench::add_cloth(program, code);
    bench::add_ccd(program, code);
    bench::add_gait_commands(program, code);
    return app::run_program(program, argc, argv, [&] {
        if (program.get_subcommands().empty()) {
            for (const CLI::App* command : program.get_subcommands({}))
                fmt::print("{:<12} {}\n", command->get_name(), command->get_description());
            code = app::exit_done;
        }
        return code;
    });
}
