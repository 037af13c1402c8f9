// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"
#include "gambol/motion/run_report.hpp"

#include <string>

namespace gambol::io {

/// report.json of a run directory.
[[nodiscard]] std::string report_to_json(const RunReport& report);

/// verify.json. Figures without a limit have "limit": null.
[[nodiscard]] std::string audit_to_json(const AuditReport& report);

/// The same for people: one aligned line per check, then the notes.
[[nodiscard]] std::string audit_table(const AuditReport& report);

/// Which feet step together, in one line, then one line per foot.
[[nodiscard]] std::string gait_table(const Gait& gait);

/// cost.csv: start, stage, iteration, seconds, cost.
[[nodiscard]] std::string cost_csv(const RunReport& report);

/// valid, audit_failed, limit_reached or interrupted.
[[nodiscard]] std::string status_name(RunStatus status);

}  // namespace gambol::io
