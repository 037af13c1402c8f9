// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/timing_search.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gambol::gait {

/// How should this animal move? SI units.
struct Task {
    std::string name = "animal";
    Character body;  // with limbs that it stands on
    double speed = 1;  // m/s, forward
    std::optional<double> period;  // s; none: found
    std::map<std::string, FootRequest> feet
        = {};  // by name of the limb; what is not given is found
    bool symmetric = true;  // two mirrored half cycles; only for bodies whose feet come in pairs
    enum class Cost { usual, paper } cost = Cost::usual;
    double friction = 0.8;
    int cycles = 6;  // laid in a row
    int frames = 30;  // per period, while timings are searched; the result has more
    SearchOptions search;
};

struct Result {
    Motion motion;  // empty unless found
    bool found = false;  // a cycle that keeps all constraints
    bool stopped = false;  // somebody did not want more of it
    Cycle cycle;
    double cost = 0;
    std::vector<Figure> figures;
    std::vector<RunWarning> warnings;
};

/// What a task that cannot be solved says of itself; empty if there is nothing to say.
[[nodiscard]] std::string complaint(const Task&);

/// Finds the timing that is not given, then the cycle with more frames. Must not be called with a
/// task that has a complaint. `from` continues a search of the same task.
[[nodiscard]] Result solve(
    const Task&, const OnGeneration& = {}, const std::optional<basin_cma::State>& from = {});

}  // namespace gambol::gait
