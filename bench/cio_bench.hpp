// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gambol::bench {

struct CioArguments {
    std::string scene = "scenes/walk.yaml";
    std::optional<std::uint64_t> seed;  // the scene's
};

/// `gambol bench cio`: our optimiser and the scheme of [Mordatch 2012] (finite differences with
/// L-BFGS) on the same cost, one start each on one core, in one run. Prints a table to stdout;
/// returns an exit code.
int bench_cio(const CioArguments&);

struct CioFormsArguments {
    std::string scene = "scenes/walk.yaml";
    int starts = 8;
};

/// `gambol bench cio-forms`: the two forms of the physics cost on the same single starts: how many
/// end valid, and what they cost.
int bench_cio_forms(const CioFormsArguments&);

}  // namespace gambol::bench
