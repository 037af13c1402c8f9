// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/company.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

struct Reconstruction {
    Motion motion;
    std::vector<Figure> figures;
    double worst_goal_error = 0;  // m or rad / 3: 6 cm and 10° weigh about the same
};

/// The movement in x, sampled densely: tree poses by inverse kinematics, forces solved anew at
/// every sample. Where the spline's acceleration jumps, a sample's force is the mean of both sides.
[[nodiscard]] Reconstruction reconstruct(const Company&, const Eigen::VectorXd& x);

/// The same with what the audit says of it.
struct AuditedMotion {
    Reconstruction result;
    AuditReport audit;
    /// Passes the audit and meets its goals.
    [[nodiscard]] bool valid() const { return audit.passed() && meets_goals(); }
    [[nodiscard]] bool meets_goals() const;
};
[[nodiscard]] AuditedMotion audited_motion(const Company&, const Eigen::VectorXd& x);

}  // namespace gambol::cio
