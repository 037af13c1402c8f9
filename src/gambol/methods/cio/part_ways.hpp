// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/company.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Moves the guides (guide.hpp) of characters aside where they would walk into each other: each
/// keeps to its right, as far as walls leave room, and is back on its way where a goal, or the
/// start, says where to be. Without it two who meet push each other along instead of apart: seen
/// from the middle of a body no way out of it is shorter than another.
void part_ways(const Company&, std::vector<Eigen::VectorXd>& x);

}  // namespace gambol::cio
