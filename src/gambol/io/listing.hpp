// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gambol::io {

/// A named thing a user can choose, and one line about it.
struct Listing {
    std::string name, summary;
};

}  // namespace gambol::io
