// SPDX-License-Identifier: MIT
// The constrained benchmark of CEC 2006 for basin-CMA: bench_cec2006 [--seeds N] [--threads N]
// [PROBLEM…]
#include "cec2006_bench.hpp"

#include <CLI/CLI.hpp>

int main(int count, char** words)
{
    gambol::bench::Cec2006Arguments arguments;
    CLI::App program("basin-CMA on the 24 problems of CEC 2006");
    program.add_option("PROBLEM", arguments.problems, "1 to 24 (default: all)")
        ->check(CLI::Range(1, 24));
    program.add_option("--seeds", arguments.seeds, "Seeds, from 1 on (default: 15)");
    program.add_option("--threads", arguments.threads, "Seeds at a time (default: 1)");
    program.add_option("--samples", arguments.samples, "Per generation (default: 4 + 3 ln n)");
    program.add_option("--budget", arguments.budget, "Evaluations per seed (default: 500000)");
    CLI11_PARSE(program, count, words);
    return gambol::bench::bench_cec2006(arguments);
}
