// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"
#include "gambol/motion/contributions.hpp"
#include "gambol/motion/gait.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gambol {

/// How a run ended; the program turns it into its exit code.
enum class RunStatus { valid, audit_failed, limit_reached, interrupted };

/// First and last value of one cost term of the start that won.
struct TermCost {
    std::string name;
    double first = 0, last = 0;
};

/// One line of cost.csv.
struct CostRow {
    int start = 0;  // which of the parallel starts
    int stage = 0;
    int iteration = 0;
    double seconds = 0;  // of one core, since this start began
    double cost = 0;
};

/// A figure the method itself measured, e.g. {"goal_error", 0.021, "m"}.
struct Figure {
    std::string name;
    double value = 0;
    std::string unit;
};

struct RunWarning {
    std::string what, try_this;
};

/// What report.json says beside the motion itself.
struct RunReport {
    RunStatus status = RunStatus::valid;
    std::uint64_t seed = 0;
    int starts = 1, chosen_start = 0;
    double wall_seconds = 0, cpu_seconds = 0;
    int iterations = 0, evaluations = 0;
    std::string stopped_because;
    std::vector<TermCost> terms;
    std::vector<CostRow> history;
    std::vector<Figure> figures;
    std::vector<RunWarning> warnings;
    std::vector<Gait> gaits;  // of characters with at least four feet, and of motions that repeat
    std::vector<Contribution> contributions;  // what characters did to props
    AuditReport audit;

    /// Of one name; not a number where there is none.
    [[nodiscard]] double figure(std::string_view name) const
    {
        const auto found = std::ranges::find(figures, name, &Figure::name);
        return found != figures.end() ? found->value : std::numeric_limits<double>::quiet_NaN();
    }
};

}  // namespace gambol
