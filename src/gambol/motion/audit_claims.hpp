// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit_world.hpp"

/// Checks of what physics alone does not ask for: how a body is used. A motion is held to them when
/// it claims them and has what they need.
namespace gambol::audit_detail {

/// Why a motion is not held to a check; empty when it is.
///
/// It must claim the check, and its limbs must have masses: where all mass is in the trunk, poses
/// and torques of limbs mean little. `missing` is what else the check would need and the file does
/// not have.
[[nodiscard]] std::string not_judged_because(
    const World&, const std::string& claim, const std::string& missing);

/// Puts the check among those that are judged, or among those that are not, with the reason. With
/// something missing its value is NaN.
void report_claim(
    const World&, const Worst&, const std::string& claim, const std::string& missing, AuditReport&);

/// The index of an owner by its name, −1 for nobody.
[[nodiscard]] int find_owner(const World&, const std::string& name);

/// All of them, where there is a character with mass.
void check_claims(const World& world, const AuditLimits& limits, AuditReport& report);

void check_drag(const World& world, const AuditLimits& limits, AuditReport& report);
void check_joint_limits(const World& world, const AuditLimits& limits, AuditReport& report);
void check_torques(const World& world, const AuditLimits& limits, AuditReport& report);
void check_pops(const World& world, const AuditLimits& limits, AuditReport& report);
void check_rest(const World& world, const AuditLimits& limits, AuditReport& report);

}  // namespace gambol::audit_detail
