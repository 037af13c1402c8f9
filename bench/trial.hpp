// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"
#include "gambol/motion/run_report.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gambol::bench {

/// One run of one scene, as `gambol run` would have made it.
struct Trial {
    RunReport report;  // final: with the audit of the motion as it reads back from motion.json
    double goal_distance = 0;  // m, the worst of all goals that are missed by a length
    double goal_angle = 0;  // rad, of all that are missed by an angle
    std::string contacts;  // who touches when (motion/contact_pattern.hpp)

    /// What exit code 0 of `gambol run` says.
    [[nodiscard]] bool valid() const { return report.status == RunStatus::valid; }
    [[nodiscard]] bool interrupted() const { return report.status == RunStatus::interrupted; }
    /// The value of a check of the audit; NaN when it was not made.
    [[nodiscard]] double check(const std::string& name) const;
    /// What kept it from being valid, e.g. "slip ann/left_foot" or "goal"; empty when valid.
    [[nodiscard]] std::string failure() const;
};

[[nodiscard]] Trial run_trial(const Scene&, const RunControl&);

/// What several trials of one scene have in common.
struct Summary {
    int runs = 0, valid = 0;
    double wall_seconds = 0, cpu_seconds = 0;  // medians
    std::string failure;  // the most frequent, with its count: "slip ann/left_foot ×3"
    std::string contacts;  // of the first valid trial; of the first when there is none
};
[[nodiscard]] Summary summarise(const std::vector<Trial>&);

/// The largest of a figure over the trials, or over the valid ones; NaN when there are none.
[[nodiscard]] double worst(
    const std::vector<Trial>&, bool valid_only, const std::function<double(const Trial&)>& figure);

/// The middle one; the mean of both in the middle of an even number; NaN of none.
[[nodiscard]] double median(std::vector<double>);

/// "12.3", or "-" for NaN.
[[nodiscard]] std::string shown(double value, int digits);

}  // namespace gambol::bench
