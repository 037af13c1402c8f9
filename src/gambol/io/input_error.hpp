// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace gambol::io {

/// The outside world is wrong: a file, a flag, a mesh. The message starts with where
/// (file:line:column or the flag) and ends with what to try when that is known.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace gambol::io
