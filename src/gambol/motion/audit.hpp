// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>
#include <vector>

namespace gambol {

/// Limits a motion must keep to be called valid. The defaults are those of `gambol verify`.
struct AuditLimits {
    double residual_rms = 0.01;  // of body weight, over all windows
    double residual_max = 0.05;  // of body weight, worst window
    double touch_distance = 0.01;  // m, a loaded patch must be this near to what it touches
    double slip = 0.01;  // m, path of a loaded patch along its surface, whole clip
    double penetration = 0.015;  // m
    double self_overlap = 0.03;  // m, beyond the overlap of the first sample
    double joint_gap = 0.01;  // m
    double friction_excess = 0.01;  // of body weight: tangential force beyond the cone
    double pressure_excess = 0.005;  // m: centre of pressure outside the patch
    double torsion_excess = 0.01;  // of body weight × 0.1 m: torsion beyond what friction allows
    double sliding_error = 0.05;  // of weight: friction of a sliding prop that is not μ f_n back
    double hinge_gap = 0.005;  // m: how far a hinge, or a point 0.5 m along its axis, moves
    double hinge_torque = 0.01;  // of weight × 0.3 m: torque of a hinge that is not its friction
    double hinge_range = 0.02;  // rad beyond what stops it
    double reaction_error = 0.01;  // of body weight: force pairs that do not cancel
    double drag = 0.05;  // m, path of an unloaded patch along a surface, one step
    double joint_limits = 0.05;  // rad
    double torque = 1.05;  // of what the joint can exert
    double pops = 12;  // deg in 1/120 s, of a body against its parent
    double rest_speed = 0.1;  // m/s, of any body
    double rest_stance = 1.6;  // hip widths between the feet
    double rest_turn = 40;  // deg about the vertical, of a foot against the root
};

/// One statement the audit makes: what was measured, where it was worst, and what is allowed.
struct AuditCheck {
    std::string name;  // e.g. "slip"
    std::string subject;  // e.g. "ann/left_foot": who was worst; may be empty
    double value = 0;
    double limit = 0;
    std::string unit;  // e.g. "m", "of weight"
    double time = 0;  // s, when it was worst
    bool passed = false;
};

/// A figure that the motion is not held to, and the reason.
struct UnjudgedCheck {
    AuditCheck figure;  // value NaN when it could not even be measured; never passed
    std::string why;
};

struct AuditReport {
    std::vector<AuditCheck> checks;
    std::vector<UnjudgedCheck> not_judged;
    std::vector<std::string> notes;  // what could not be judged, e.g. unknown mesh
    [[nodiscard]] bool passed() const;
    /// The check with that name; asserts that it exists.
    [[nodiscard]] const AuditCheck& find(const std::string& name) const;
};

/// Independent physics audit of a motion, from poses and recorded contacts alone (docs/audit.md).
/// Shares no code with the solvers beyond math/.
[[nodiscard]] AuditReport audit(const Motion& motion, const AuditLimits& limits = {});

}  // namespace gambol
