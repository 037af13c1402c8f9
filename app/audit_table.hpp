// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"

#include <string>

namespace gambol::app {

/// The audit as a person reads it: one line per check with its worst value, limit, culprit and
/// time.
std::string audit_table(const AuditReport&);

/// One line per failed check: what to try.
std::string audit_advice(const AuditReport&);

}  // namespace gambol::app
