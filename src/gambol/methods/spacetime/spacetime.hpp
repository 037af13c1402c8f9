// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

namespace gambol::spacetime {

/// `method: spacetime`: full-body motion through phases and keys under physics constraints
/// [Fang 2003]. docs/spacetime.md.
[[nodiscard]] RunResult run(const Scene&, const RunControl&);

}  // namespace gambol::spacetime
