// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

namespace gambol::cio {

/// Contact-invariant optimization [Mordatch 2012]: several starts in parallel, each audited; the
/// valid one of least cost wins. docs/cio.md.
[[nodiscard]] RunResult run(const Scene&, const RunControl&);

}  // namespace gambol::cio
