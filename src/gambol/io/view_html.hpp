// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gambol {

/// The viewer page (viewer/) with the text of a motion.json inside: one file that a browser shows
/// straight from disk, without a network. The text is taken as it is; the page itself says what is
/// wrong with a motion it cannot read.
std::string view_page(const std::string& motion_json);

}  // namespace gambol
