// SPDX-License-Identifier: MIT
#include "run_program.hpp"

#include "exit_code.hpp"
#include "failure.hpp"
#include "say.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <unistd.h>

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
        say("{}", program.help());
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

/// Names in files may hold line feeds and be as long as the file; a complaint is one line that
/// somebody can read.
std::string on_one_line(std::string sentence)
{
    constexpr std::size_t kLongest = 1000, kEnd = 300;  // bytes; the end says what to do
    if (sentence.size() > kLongest)
        sentence = sentence.substr(0, kLongest - kEnd) + " ... "
            + sentence.substr(sentence.size() - kEnd);
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    return sentence;
}

/// A stream that was closed before the program began: its number would be given to the next file
/// that is opened, into which messages would then be written.
void keep_standard_streams()
{
    for (const int stream : { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO })
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            // What is written to a closed stdout is lost, and must be noticed.
            const int flags = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY;
            [[maybe_unused]] const int same = open("/dev/null", flags);
        }
}

}  // namespace

int run_program(
    CLI::App& program, int argc, const char* const* argv, const std::function<int()>& result)
{
    const std::string& name = program.get_name();
    keep_standard_streams();
    int code = exit_internal_error;
    try {
        code = parse(program, argc, argv, result);
    } catch (...) {
        const Failure failure = explain_failure(std::current_exception());
        say("{}: {}\n", name, on_one_line(failure.sentence));
        code = failure.code;
    }
    if (std::fflush(stdout) != 0) {
        say("{}: cannot write to stdout: {}\n", name, std::strerror(errno));
        if (code == exit_done)
            code = exit_internal_error;
    }
    return code;
}

}  // namespace gambol::app
