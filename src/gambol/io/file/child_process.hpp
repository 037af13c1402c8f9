// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace gambol::io {

/// What a child may use up before it is ended.
struct ChildLimits {
    double seconds = 60;  // of wall time
    std::size_t bytes = std::size_t(8) << 30;  // of memory
};

/// How a child ended.
struct ChildResult {
    std::string answer;  // what the work returned,
    std::string thrown;  // or what the exception says that it threw,
    std::string fault;  // or how else it ended: "crashed its reader (Segmentation fault)"
};

/// Does work that may crash, loop or eat all memory, such as handing a stranger's file to a library
/// that trusts it, in a copy of this process. Nothing but the answer comes back: no variable of
/// this process changes.
[[nodiscard]] ChildResult do_in_child(
    const std::function<std::string()>& work, const ChildLimits& limits = {});

}  // namespace gambol::io
