// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

#include <vector>

namespace gambol::bench {

struct JacobianArguments {
    std::vector<int> links { 3, 5, 8, 12, 16, 22, 30, 40, 50, 100, 200 };
    int repeats = 40;  // of which the fastest counts
    double least_seconds = 1e-3;  // a repeat goes on for this long
    int seed = 1;
};

/// One way to get the derivatives of f₀ for one chain.
struct JacobianFigure {
    double seconds = 0;  // for one instant
    double error = 0;  // largest difference to ours, relative to the largest entry of each matrix
};

struct JacobianRow {
    int links = 0;
    JacobianFigure ours, lanes;  // per instant; the error of `lanes` is that of any of its instants
    JacobianFigure direct, forward, central, richardson;
};

/// All ways on a random chain of revolute joints.
[[nodiscard]] JacobianRow compare_jacobians(int links, const JacobianArguments&);

/// `gambol bench jacobian`: the aggregate force and its derivatives in linear time beside direct
/// differentiation and finite differences, for chains of growing length. Returns the exit code.
int bench_jacobian(const JacobianArguments&, const RunControl&);

}  // namespace gambol::bench
