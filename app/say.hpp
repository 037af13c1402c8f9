// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/plain_text.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace gambol::app {

/// Writes to stderr, commands for the terminal too. Nobody may be listening: a closed or full
/// stderr changes nothing else, while fmt::print would throw.
template <class... Values>
void tell_terminal(fmt::format_string<Values...> text, Values&&... values)
{
    const std::string line = fmt::format(text, std::forward<Values>(values)...);
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
    (void)std::fflush(stderr);
}

/// What a file or a file's name says may hold commands for the terminal: they are shown, not
/// obeyed. Writes to stderr.
template <class... Values> void say(fmt::format_string<Values...> text, Values&&... values)
{
    tell_terminal("{}", io::shown_plainly(fmt::format(text, std::forward<Values>(values)...)));
}

}  // namespace gambol::app
