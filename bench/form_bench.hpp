// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gambol::bench {

struct FormArguments {
    std::string only;  // tasks whose name has this in it; empty: all
    std::string picture;  // folder for a picture of each body before and after; empty: none
};

/// `gambol bench form`: better proportions for some animals and tasks (same contacts at other
/// speeds, other contacts at the same speed, a least height of the head), as a table on stdout:
/// cost before and after, factors, bounds that were hit, solves and CPU seconds. Returns 0, or 1 if
/// a task had no gait.
int bench_form(const FormArguments&);

}  // namespace gambol::bench
