// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

/// A movement of any origin made valid for the whole body: scene.reference is followed as closely
/// as physics allows (docs/spacetime.md, "Refinement").
namespace gambol::refine {

[[nodiscard]] RunResult run(const Scene&, const RunControl&);

}  // namespace gambol::refine
