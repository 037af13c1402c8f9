// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/refine_problem.hpp"
#include "gambol/solve/report.hpp"

#include <functional>
#include <string>

namespace gambol::refine {

/// How long a movement is worked on: in every round but the first what is beyond a limit costs
/// more than in the last.
struct RoundLimits {
    int rounds = 6;
    int iterations = 60;  // of a round
    int soon = 3;  // rounds after which torques must be nearly within limits, or it is given up
    bool all = false;  // even when all limits are kept before
    double decrease = 5e-4;  // of the cost: a round is over after a few iterations that gain less
};

struct RoundsReport {
    double first_cost = 0, last_cost = 0;
    int evaluations = 0;
    std::string note;
    RefineProblem::Strain strain;  // in the end
};

/// From x on; `on_iteration` may stop it, `go_on` a round.
RoundsReport solve_in_rounds(RefineProblem&, Eigen::VectorXd& x, const RoundLimits&,
    const OnIteration& on_iteration, const std::function<bool()>& go_on);

}  // namespace gambol::refine
