// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

namespace gambol::cloth {

/// Simulates the cloth of a scene among its surfaces and carriers [Harmon 2008]. A time limit or
/// cancellation keeps the frames that are done.
[[nodiscard]] RunResult run(const Scene& scene, const RunControl& control);

}  // namespace gambol::cloth
