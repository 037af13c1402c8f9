// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gambol::bench {

/// Continuous collision on the queries of a folder (see ccd_queries.hpp), for several distances:
/// misses, false alarms and time per query, as a table on stdout. Returns 0, or 1 if any true hit
/// was missed.
int bench_ccd(const std::filesystem::path& folder);

}  // namespace gambol::bench
