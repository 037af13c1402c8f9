// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/solve_timing.hpp"
#include "gambol/methods/run_control.hpp"

#include <string>
#include <vector>

namespace gambol::bench {

struct GaitArguments {
    std::vector<std::string> animals;  // models or files; empty: those with speeds of their own
    std::vector<double> speeds;  // m/s; empty: those of each animal
    int timings = 20;  // per animal and speed
    int seed = 1;
    bool symmetric = false;  // half cycles in a mirror
    int ipopt_timings = 0;  // so many of them are given to Ipopt too
    double ipopt_limit = 60;  // s by the clock, for each solve
};

/// An animal and the speeds at which it is asked to go.
struct GaitCase {
    std::string animal;
    std::vector<double> speeds;  // m/s
};
/// What arguments name; by default the animals of the paper that are built in.
[[nodiscard]] std::vector<GaitCase> gait_cases(
    const std::vector<std::string>& animals, const std::vector<double>& speeds);

/// Timings that an animal might use at a speed: the period that is usual −25/+30 %, duties ±15 %,
/// starts ±0.05, drawn anew until steps are within reach and feet can bear the weight.
[[nodiscard]] std::vector<gait::Timing> plausible_timings(
    const gait::Animal&, double speed, const gait::Settings&, int count, std::uint64_t seed);

/// `gambol bench gait`: cycles of given timings from standing still, and the same problems handed
/// to Ipopt with limited memory. Returns the exit code.
int bench_gait(const GaitArguments&, const RunControl&);

}  // namespace gambol::bench
