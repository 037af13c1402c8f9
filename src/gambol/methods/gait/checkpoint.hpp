// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/run_report.hpp"
#include "gambol/solve/basin_cma.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gambol::gait {

/// All of a search that is not in its scene: from here it goes on to the same gait, bit by bit.
struct Checkpoint {
    basin_cma::State state = {};
    int solves = 0, feasible = 0;  // timings so far
    std::vector<CostRow> history = {};  // the best after every generation
};

/// Lines of text.
[[nodiscard]] std::string encode(const Checkpoint&);
/// Nothing when the text is not a whole checkpoint of this version.
[[nodiscard]] std::optional<Checkpoint> decode(const std::string& text);

}  // namespace gambol::gait
