// SPDX-License-Identifier: MIT
#include "run_program.hpp"

#include "exit_code.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/scene/scene_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

namespace gambol::app {

namespace {

/// CLI11 takes an unknown command for a stray argument of the program; say it better.
void refuse_unknown_command(const CLI::App& program, int argc, const char* const* argv)
{
    if (argc < 2 || argv[1][0] == '-')
        return;
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({}))
        names.push_back(command->get_name());
    const std::string word = argv[1];
    if (std::find(names.begin(), names.end(), word) == names.end())
        throw io::InputError(fmt::format("unknown command '{}'{} (commands: {})", word,
            io::did_you_mean(word, names), io::joined(names)));
}

std::string explain(const CLI::App& program, const CLI::ParseError& error)
{
    const CLI::App* command = &program;
    std::string name;  // of the command and its subcommand, e.g. "bench cio"
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        name += (name.empty() ? "" : " ") + command->get_name();
    }
    const std::string title = name.empty() ? "" : name + ": ";
    const std::string help
        = fmt::format(" (see {} {}--help)", program.get_name(), name.empty() ? "" : name + " ");

    const std::vector<std::string> extras = program.remaining(true);
    if (error.get_exit_code() == int(CLI::ExitCodes::ExtrasError) && !extras.empty()) {
        std::vector<std::string> options, below;
        for (const CLI::Option* option : command->get_options())
            if (!option->get_lnames().empty())
                options.push_back("--" + option->get_lnames().front());
        for (const CLI::App* subcommand : command->get_subcommands({}))
            below.push_back(subcommand->get_name());
        const std::string word = extras.front().substr(0, extras.front().find('='));
        if (word.starts_with('-'))
            return fmt::format(
                "{}unknown option '{}'{}{}", title, word, io::did_you_mean(word, options), help);
        if (!below.empty())
            return fmt::format("{}there is no '{}'{} (there are: {})", title, word,
                io::did_you_mean(word, below), io::joined(below));
        return fmt::format("{}unexpected argument '{}'{}", title, word, help);
    }
    return fmt::format("{}{}{}", title, error.what(), help);
}

int parse(CLI::App& program, int argc, const char* const* argv, const std::function<int()>& result)
{
    if (argc < 2 && program.get_require_subcommand_min() > 0) {
        fmt::print(stderr, "{}", program.help());
        return exit_bad_input;
    }
    refuse_unknown_command(program, argc, argv);
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help, --version
        return program.exit(request);
    } catch (const CLI::ParseError& error) {
        throw io::InputError(explain(program, error));
    }
    return result();
}

}  // namespace

int run_program(
    CLI::App& program, int argc, const char* const* argv, const std::function<int()>& result)
{
    const std::string& name = program.get_name();
    int code = exit_internal_error;
    try {
        code = parse(program, argc, argv, result);
    } catch (const io::InputError& error) {
        fmt::print(stderr, "{}: {}\n", name, error.what());
        code = exit_bad_input;
    } catch (const SceneError& error) {
        fmt::print(stderr, "{}: {}\n", name, error.what());
        code = exit_bad_input;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "{}: out of memory\n", name);
    } catch (const std::exception& error) {
        if (std::ferror(stdout))
            fmt::print(stderr, "{}: cannot write to stdout: {}\n", name, error.what());
        else
            fmt::print(stderr, "{}: internal error: {}\n", name, error.what());
    }
    if (std::fflush(stdout) != 0 && code == exit_done) {
        std::perror((name + ": cannot write to stdout").c_str());
        code = exit_internal_error;
    }
    return code;
}

}  // namespace gambol::app
