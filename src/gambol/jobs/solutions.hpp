// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/jobs/run_job.hpp"
#include "gambol/motion/motion_distance.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <functional>
#include <vector>

namespace gambol {

/// One way to reach the goals of a scene: what run_job() finds with this seed.
struct Solution {
    std::uint64_t seed = 0;
    double cost = 0;
    JobResult result;
};

/// What find_solutions() tells before each run.
struct SolutionProgress {
    int run = 0, most_runs = 0;
    std::uint64_t seed = 0;
    int valid = 0, different = 0;  // so far
};

struct SolutionSet {
    std::vector<Solution> solutions;  // the cheapest first, then by how different they are
    Eigen::MatrixXd differences;  // motion_distance().total() between each two of them
    int runs = 0, valid = 0;
    /// valid: as many as were asked for. limit_reached: fewer. audit_failed: not one; then
    /// `solutions` holds the cheapest failure. interrupted: the best choice of what was done.
    RunStatus status = RunStatus::valid;
};

/// Carries the job out with its scene's seed, the next, … until `count` valid results differ pairwise by
/// kClearlyDifferent, at most 4 × count times. The time limit of `control` is for all runs
/// together. Same job, seed and count, same solutions, for any number of threads.
[[nodiscard]] SolutionSet find_solutions(const Job&, int count, const RunControl& = {},
    const std::function<void(const SolutionProgress&)>& on_run = {});

/// Up to `count` indices: the cheapest, then again and again the one whose smallest difference from
/// those chosen is largest, as long as that is at least `threshold`. Ties go to the earlier one.
[[nodiscard]] std::vector<int> choose_different(const Eigen::MatrixXd& differences,
    const std::vector<double>& costs, int count, double threshold);

/// Where the chosen start of a run ended.
[[nodiscard]] double final_cost(const RunReport&);

}  // namespace gambol
