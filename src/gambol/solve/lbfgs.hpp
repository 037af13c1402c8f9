// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/solve/report.hpp"

#include <Eigen/Dense>

#include <functional>

namespace gambol {

/// Returns the cost at x and overwrites g with its gradient.
using CostWithGradient = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& g)>;

struct LbfgsOptions {
    int max_iterations = 1000;
    int memory = 30;  // correction pairs kept
    double relative_decrease = 1e-5;  // stop when `past` iterations gained less than this in all
    int past = 20;
    OnIteration on_iteration = {};
};

/// Limited-memory BFGS (LBFGSpp) on any smooth cost. x is the best point found.
[[nodiscard]] SolveReport minimise_lbfgs(
    const CostWithGradient&, Eigen::VectorXd& x, const LbfgsOptions& = {});

}  // namespace gambol
