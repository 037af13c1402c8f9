// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/block_problem.hpp"
#include "gambol/solve/report.hpp"

namespace gambol {

struct LevenbergMarquardtOptions {
    int max_iterations = 200;
    double relative_decrease = 1e-5;  // stop after `patience` accepted steps that gain less
    int patience = 5;
    double initial_damping = 0.1;  // λ in (H + λ √max(diag H, floor)) dx = −g
    double scale_floor = 1e-2;  // keeps variables that no cost touches from running away
    OnIteration on_iteration = {};
};

/// Levenberg-Marquardt, a trust region method for costs without constraints, with Nielsen's damping
/// rule on the block-tridiagonal (Gauss-Newton) model of the problem: O(blocks · block_size³) per
/// iteration. Damping goes with the root of the diagonal: in proportion to it, as Marquardt has it,
/// one stiff direction (a stretched leg) makes its variables stiff in all others; none at all, as
/// Levenberg has it, knows no units. The active set, which one-sided costs count, is looked up
/// where a step ends, not only where it begins (BlockProblem::switch_hinges). x is the best point
/// found, whatever the outcome.
[[nodiscard]] SolveReport minimise_levenberg_marquardt(
    BlockProblem&, Eigen::VectorXd& x, const LevenbergMarquardtOptions& = {});

}  // namespace gambol
