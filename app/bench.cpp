// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "cio_bench.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml_value.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

namespace gambol::app {

namespace {

struct Benchmark {
    std::string summary;
    std::function<int(const std::vector<std::string>&)> run;
};

/// One line per benchmark; the function prints its table to stdout and returns the exit code.
const std::map<std::string, Benchmark>& benchmarks()
{
    static const std::map<std::string, Benchmark> table {
        { "cio",
            { "our optimiser beside the scheme of the paper, on one start of a scene",
                bench::bench_cio } },
        { "cio-forms",
            { "two forms of the physics cost on single starts of a scene",
                bench::bench_cio_forms } },
    };
    return table;
}

}  // namespace

int bench(const BenchArguments& arguments)
{
    const auto& table = benchmarks();
    if (arguments.name.empty()) {
        for (const auto& [name, benchmark] : table)
            fmt::print("{:<12} {}\n", name, benchmark.summary);
        return exit_done;
    }
    const auto found = table.find(arguments.name);
    if (found == table.end()) {
        std::vector<std::string> names;
        for (const auto& [name, benchmark] : table)
            names.push_back(name);
        throw InputError(fmt::format("bench: unknown benchmark '{}'{} (known: {})", arguments.name,
            did_you_mean(arguments.name, names), joined(names)));
    }
    return found->second.run(arguments.rest);
}

}  // namespace gambol::app
