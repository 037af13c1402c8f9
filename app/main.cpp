// SPDX-License-Identifier: MIT
#include "command_line.hpp"
#include "commands.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

int main(int argc, char** argv)
{
    using namespace gambol::app;
    int code = exit_internal_error;
    try {
        code = run_command_line(argc, argv);
    } catch (const gambol::io::InputError& error) {
        fmt::print(stderr, "gambol: {}\n", error.what());
        code = exit_bad_input;
    } catch (const gambol::SceneError& error) {
        fmt::print(stderr, "gambol: {}\n", error.what());
        code = exit_bad_input;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "gambol: out of memory\n");
    } catch (const std::exception& error) {
        if (std::ferror(stdout))
            fmt::print(stderr, "gambol: cannot write to stdout: {}\n", error.what());
        else
            fmt::print(stderr, "gambol: internal error: {}\n", error.what());
    }
    if (std::fflush(stdout) != 0 && code == exit_done) {
        std::perror("gambol: cannot write to stdout");
        code = exit_internal_error;
    }
    return code;
}
