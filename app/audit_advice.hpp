// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"

#include <string>

namespace gambol::app {

/// One line per kind of failed check: what it means and what to try.
std::string audit_advice(const AuditReport&);

}  // namespace gambol::app
