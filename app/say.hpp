// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace gambol::app {

/// Writes to stderr. Nobody may be listening: a closed or full stderr changes nothing else, while
/// fmt::print would throw.
template <class... Values> void say(fmt::format_string<Values...> text, Values&&... values)
{
    const std::string line = fmt::format(text, std::forward<Values>(values)...);
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
    (void)std::fflush(stderr);
}

}  // namespace gambol::app
