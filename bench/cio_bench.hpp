// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/run_report.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gambol::bench {

struct CioArguments {
    std::vector<std::string> scenes { "scenes/walk.yaml" };
    std::optional<std::uint64_t> seed;  // the scene's
    double limit = std::numeric_limits<double>::infinity();  // s of one core for each
};

/// `gambol bench cio`: our optimiser and the scheme of [Mordatch 2012] (finite differences with
/// L-BFGS) on the same cost, one start each on one core, in one run. Prints a table per scene to
/// stdout and how much faster ours is; an exit code.
int bench_cio(const CioArguments&);

/// One optimiser on one start.
struct Convergence {
    std::vector<CostRow> history;
    double seconds = 0;
    bool finished = true;  // false: cut off by the limit
    double cost = 0;  // where it ended
};

/// How many times longer the paper's scheme takes.
struct Speedup {
    enum class Kind {
        same_cost,  // to its own final cost
        at_least,  // it was cut off before it reached our final cost
        not_reached,  // ours never was as low as its final cost
    } kind
        = Kind::not_reached;
    double cost = 0;  // the cost both are compared at
    double ours = 0, papers = 0;  // s to that cost
    [[nodiscard]] double ratio() const { return papers / ours; }
};
[[nodiscard]] Speedup compare(const Convergence& ours, const Convergence& papers);

struct CioFormsArguments {
    std::string scene = "scenes/walk.yaml";
    int starts = 8;
};

/// `gambol bench cio-forms`: the two forms of the physics cost on the same single starts: how many
/// end valid, and what they cost.
int bench_cio_forms(const CioFormsArguments&);

}  // namespace gambol::bench
