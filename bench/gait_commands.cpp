// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "interrupt.hpp"

#include "cec2006_bench.hpp"
#include "form_bench.hpp"
#include "gait_bench.hpp"
#include "gait_searches.hpp"

#include <memory>

namespace gambol::bench {

namespace {

using namespace gambol::app;

void add_form(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<FormArguments>();
    CLI::App* command = program.add_subcommand(
        "form", "Better proportions for some animals and tasks: cost, factors, bounds");
    command->add_option("--only", arguments->only, "Tasks with this in their name, e.g. horse")
        ->option_text("TEXT");
    command->add_option("--pictures", arguments->picture, "Draw both bodies into this folder")
        ->check(CLI::ExistingDirectory)
        ->option_text("DIR");
    command->footer("Example:\n  gambol bench form --only biped");
    command->callback([arguments, &code] { code = bench_form(*arguments); });
}

void add_cec2006(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<Cec2006Arguments>();
    CLI::App* command = program.add_subcommand(
        "cec2006", "The global search on 24 constrained problems: solved, evaluations");
    command->add_option("PROBLEM", arguments->problems, "1 to 24 (default: all)")
        ->check(CLI::Range(1, 24))
        ->option_text(" ");
    command->add_option("--seeds", arguments->seeds, "Seeds per problem, from 1 on (default: 15)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    command
        ->add_option("--budget", arguments->budget,
            "Evaluations of one search before it gives up (default: 500000)")
        ->check(CLI::Range(1, 100000000))
        ->option_text("N");
    command->footer("Example:\n  gambol bench cec2006 4 5 11 --seeds 3");
    command->callback([arguments, &code] { code = bench_cec2006(*arguments); });
}

/// Of which animals a bench of gaits speaks.
void add_animals(CLI::App& command, std::vector<std::string>& animals, std::vector<double>& speeds)
{
    command
        .add_option("ANIMAL", animals,
            "Characters, built in or files (default: those with speeds of their own)")
        ->option_text(" ");
    command.add_option("--speeds", speeds, "m/s (default: some of each animal)")
        ->delimiter(',')
        ->check(CLI::PositiveNumber)
        ->option_text("LIST");
}

void add_gait_searches(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<GaitSearchArguments>();
    CLI::App* command = program.add_subcommand(
        "gaits", "Whole searches of gaits: which gait, period, duty, limp, time, audit");
    add_animals(*command, arguments->animals, arguments->speeds);
    command->add_option("--seeds", arguments->seeds, "Seeds of each, from 1 on (default: 1)")
        ->check(CLI::Range(1, 1000))
        ->option_text("N");
    command->add_flag("--free", arguments->free, "Both sides are searched for themselves");
    command
        ->add_option("--bodies", arguments->bodies,
            "Instead of those, so many animals with proportions and speeds drawn at random")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    command
        ->add_option("--first", arguments->first_body,
            "Number of the first of these (default: 0); others than before show what holds for all")
        ->check(CLI::Range(0, 1000000))
        ->option_text("N");
    command->add_option("--write", arguments->write, "Write them here, as files for gambol run")
        ->option_text("DIR");
    command->add_flag(
        "--no-run", [arguments](std::int64_t) { arguments->run = false; },
        "Only draw (and write) them");
    command->footer(
        "Examples:\n  gambol bench gaits horse --speeds 1,3.5 --seeds 3\n"
        "  gambol bench gaits --bodies 14 --first 100\n"
        "  gambol bench gaits --bodies 6 --write out --no-run && gambol run out/mammoth-5.yaml");
    command->callback([arguments, &code] { code = bench_gait_searches(*arguments, control(1)); });
}

void add_gait(CLI::App& program, int& code)
{
    const auto arguments = std::make_shared<GaitArguments>();
    CLI::App* command = program.add_subcommand(
        "gait", "Cycles of gaits with plausible timings: which share is found, time, beside Ipopt");
    add_animals(*command, arguments->animals, arguments->speeds);
    command->add_option("--timings", arguments->timings, "Per animal and speed (default: 20)")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    add_seed_option(*command, arguments->seed, "Seed that timings are drawn from (default: 1)");
    command->add_flag("--symmetric", arguments->symmetric, "Half cycles in a mirror");
    command
        ->add_option("--ipopt", arguments->ipopt_timings,
            "So many of the timings are given to Ipopt with limited memory too (default: 0)")
        ->check(CLI::Range(0, 100000))
        ->option_text("N");
    add_time_option(*command, "--ipopt-seconds", arguments->ipopt_limit,
        "Stop each solve of Ipopt after this time; the ratio is then a lower bound (default: 60s)");
    command->footer("Example:\n  gambol bench gait human horse --timings 50 --ipopt 2");
    command->callback([arguments, &code] { code = bench_gait(*arguments, control(1)); });
}

}  // namespace

RunControl control(int threads)
{
    RunControl result;
    result.threads = threads;
    result.cancel = &watch_for_interrupts();
    return result;
}

void add_gait_commands(CLI::App& program, int& code)
{
    add_form(program, code);
    add_cec2006(program, code);
    add_gait(program, code);
    add_gait_searches(program, code);
}

}  // namespace gambol::bench
