// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

#include <filesystem>
#include <vector>

namespace gambol::bench {

struct DurationsArguments {
    std::filesystem::path scene = "scenes/walk.yaml";
    std::vector<double> durations { 2.5, 5, 10, 20 };  // s
    double speed = 0.5;  // m/s: the target is that far away per second of clip
    int seeds = 1;
};

/// `gambol bench durations`: the same walk for longer and longer clips, and the exponent p of
/// seconds ∝ durationᵖ; 1 is a cost that grows linearly. Returns the exit code.
int bench_durations(const DurationsArguments&, const RunControl&);

/// The p that fits log y = p log x + c best; NaN for fewer than two points.
[[nodiscard]] double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace gambol::bench
