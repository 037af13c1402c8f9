// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"

#include <string>

namespace gambol {

/// One line per kind of failed check: what it means and what to try.
[[nodiscard]] std::string audit_advice(const AuditReport&);

/// What to try when a check fails for a reason that lies in the scene rather than in the search:
/// raising the friction, say. Empty for all others, about which the method knows more.
[[nodiscard]] std::string scene_remedy(const std::string& check);

}  // namespace gambol
