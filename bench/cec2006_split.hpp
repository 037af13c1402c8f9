// SPDX-License-Identifier: MIT
#pragma once

#include "cec2006_problem.hpp"

namespace gambol::bench {

/// The part of the box around u in which the cost does not jump, as far as the way from u to
/// `other` shows: along each axis that differs, the jump is found by halving, at the price of some
/// 40 evaluations. Nothing where there is no jump.
[[nodiscard]] std::optional<Bounds> smooth_part(
    Cec2006Problem&, const Eigen::VectorXd& u, const Eigen::VectorXd& other);

}  // namespace gambol::bench
