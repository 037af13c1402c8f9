// SPDX-License-Identifier: MIT
#pragma once

#include "ccd_queries.hpp"

namespace gambol::bench {

/// A distance that the pair of a query does come as close as [m]: the smallest over many times of
/// the step, refined around the best, in extended precision and rounded up. An upper bound of the
/// true smallest distance, by formulas of its own: shares no code with the search that it judges.
[[nodiscard]] double closest_known_distance(const CcdQuery& query);

}  // namespace gambol::bench
