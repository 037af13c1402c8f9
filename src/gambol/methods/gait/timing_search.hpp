// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/solve_timing.hpp"
#include "gambol/scene/gait_task.hpp"
#include "gambol/solve/basin_cma_run.hpp"

#include <Eigen/Dense>

#include <functional>
#include <optional>
#include <vector>

namespace gambol::gait {

/// Which timings are looked through. Period, start and duty of each foot are variables unless they
/// are given, within bounds that are; of symmetric gaits the feet of one side follow those of the
/// other half a period later. The start of one foot means nothing, so the first one begins at 0.
class TimingSpace {
public:
    /// `period` in own units.
    TimingSpace(const Animal&, double speed, const Settings&, const Asked& period,
        std::vector<FootRequest> feet);

    /// Empty when all is given.
    [[nodiscard]] const std::vector<basin_cma::Variable>& variables() const { return variables_; }
    [[nodiscard]] Timing timing(const Eigen::VectorXd& variables) const;
    /// Whether legs can reach that far and bear the weight in that time.
    [[nodiscard]] bool plausible(const Timing&) const;

private:
    /// A number of the timing: given, a variable, or that of another foot.
    struct Entry {
        double value = 0;
        int variable = -1;
    };
    [[nodiscard]] double read(const Entry&, const Eigen::VectorXd& variables) const;
    int add(const basin_cma::Variable&);
    /// What is asked for, or else a variable within the bounds that are.
    [[nodiscard]] Entry entry(const Asked&, basin_cma::Variable usual);

    const Animal& animal_;
    double speed_;
    Settings settings_;
    std::vector<basin_cma::Variable> variables_;
    Entry period_;
    std::vector<Entry> starts_, duties_;
    std::vector<int> leaders_;  // the foot whose timing a foot repeats half a period later, or −1
};

struct SearchOptions {
    int generations = 20;
    int samples = 24, elites = 8;
    double contracted = 0.02;  // ends when deviations are this share of those at the start
    std::uint64_t seed = 1;
    int threads = 1;
    Crew* crew = nullptr;  // who shares the solves; null: `threads` of this process
    TimingSolveOptions solve { .max_iterations = 200, .optimality_tolerance = 3e-3 };
};

/// After every generation. False ends the search with what it has.
struct SearchProgress {
    int generation = 0, generations = 0;
    double best_cost = 0, spread = 0;
    int feasible = 0, samples = 0;  // of this generation
    const basin_cma::State& state;  // from which the search can go on
};
using OnGeneration = std::function<bool(const SearchProgress&)>;

struct TimingSearchResult {
    Timing timing;  // the best
    double cost = std::numeric_limits<double>::infinity();
    bool found = false;  // any that is feasible
    int solves = 0, feasible = 0;
};

/// basin-CMA over the variables of a space [Wampler 2009, section 4]. `from` is a state of a search
/// of the same space and options. Same result for any crew and any number of threads.
[[nodiscard]] TimingSearchResult search_timing(const Animal&, double speed, const Settings&,
    const TimingSpace&, const SearchOptions&, const OnGeneration& = {},
    const std::optional<basin_cma::State>& from = {});

}  // namespace gambol::gait
