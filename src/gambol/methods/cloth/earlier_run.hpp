// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>

namespace gambol::cloth {

/// What RunControl::resume_from is to give to go on after sample `frame` ≥ 1 of an earlier run: its
/// samples up to there. Vertices start where they are stored, as floats, with the velocity of the
/// last interval, so that the rest is close to what it was, but not the same bytes.
[[nodiscard]] std::string checkpoint_at(const Motion& earlier, int frame);

}  // namespace gambol::cloth
