// SPDX-License-Identifier: MIT
#pragma once

#include "cec2006_problem.hpp"

#include <cstdint>
#include <vector>

namespace gambol::bench {

struct Cec2006Arguments {
    std::vector<int> problems;  // 1 … 24; empty: all
    int seeds = 15;
    int local_iterations = 200;  // of one local solve
    int samples = 0;  // per generation; 0: 4 + 3 ln n [Hansen 2004]
    long budget = 500'000;  // values and gradients; half a million as in the competition
};

/// One search from one seed.
struct Cec2006Run {
    bool solved = false;
    Cec2006Problem::Count count;  // up to the first point that solved it
    double best_cost = std::numeric_limits<double>::infinity();  // within the constraints
    Eigen::VectorXd best_point;
};

/// basin-CMA over the whole box, every sample taken to a local minimum by Ipopt, restarted with
/// twice the samples whenever it has contracted. Solved when f ≤ f* + 1e-4 with |h| ≤ 1e-4, g ≤ 0.
[[nodiscard]] Cec2006Run run_cec2006(
    const Cec2006& problem, const Cec2006Arguments&, std::uint64_t seed);

/// What the paper's appendix says of a problem.
struct PaperRow {
    bool solved = false;
    double ratio = 0;  // fevals of the best contestant over its own; 0: none given
    long contestant = 0;  // fevals of the best contestant of the competition

    /// Its own evaluations: `contestant` ÷ `ratio`, a whole number on all rows.
    [[nodiscard]] long evaluations() const;
};
[[nodiscard]] PaperRow paper_row(int problem);

/// `bench cec2006`: solved or not over all seeds, evaluations counted both ways, beside the
/// paper's. Returns the exit code.
int bench_cec2006(const Cec2006Arguments&);

}  // namespace gambol::bench
