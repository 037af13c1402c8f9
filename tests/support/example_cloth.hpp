// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

namespace gambol::test {

/// A square sheet of 2 × cells² triangles with side 1 m, flat at rest.
[[nodiscard]] MotionCloth flat_sheet(int cells);

/// A sheet called "sheet" that waves half a metre above the ground, over a ball that moves below it
/// and beside a post (a box); one second at 60 samples per second. Passes the audit.
///
///     z = 0.5 + 0.06 sin(2π (x − t))        m
[[nodiscard]] Motion waving_sheet(int cells = 12);

}  // namespace gambol::test
