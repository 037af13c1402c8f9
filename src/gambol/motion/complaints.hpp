// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"

#include <array>
#include <string>
#include <vector>

namespace gambol {

/// What a motion may claim of how its bodies are used; `rest` stands for three checks.
inline const std::array<std::string, 5> kClaims { "drag", "joint_limits", "torque", "pops",
    "rest" };

/// Whether a check is about how a body is used, not about physics.
[[nodiscard]] bool is_about_use(const AuditCheck&);

/// Names of the checks about use that a motion does not keep, whether it is held to them or not.
[[nodiscard]] std::vector<std::string> complaints(const AuditReport&);

/// The check of physics that is broken by most, over its limit; null when all hold.
[[nodiscard]] const AuditCheck* broken_most(const AuditReport&);

}  // namespace gambol
