// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>

namespace gambol::io {

/// Who touches when: one row per contact patch, a bar while it is loaded, filled to the height of
/// its normal force, over a time axis. A self-contained SVG picture.
[[nodiscard]] std::string contacts_svg(const Motion& motion);

}  // namespace gambol::io
